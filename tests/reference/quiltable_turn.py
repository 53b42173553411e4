"""What a Quiltable turn has used up, for the literal reference; imports nothing else."""

from dataclasses import dataclass, field


@dataclass
class Turn:
    """A turn under way.

    Attributes:
        seat: Whose turn it is.
        actions_left: Actions not taken yet.
        num_plans: Actions and more that were PLANs.
        num_others: Actions that were not.
        is_traded: Whether the assistant was traded.
        used: Assistants whose ability was used up while held.
        num_donations: Of Terrific Tim, while held.
    """

    seat: int
    actions_left: int
    num_plans: int = 0
    num_others: int = 0
    is_traded: bool = False
    used: set[int] = field(default_factory=set)
    num_donations: int = 0

    def has_new_assistant(self) -> None:
        """What was used belongs to the card given away (ruling 36)."""
        self.used.clear()
        self.num_donations = 0
