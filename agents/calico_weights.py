"""What the parts of a Calico quilt are still likely to bring, in hundredths of a point.

The numbers were learnt, not chosen: by temporal differences (Sutton, "Learning to predict by the
methods of temporal differences", 1988) over 1.3 million games, in which every tile went where the
quilt became worth most, and after each turn the worth before it was corrected by what the turn had
shown. The games were solo and of two players, with standard and beginner setup, on all boards, with
and without the restriction that goals need color and pattern. So a number says how many points
more a quilt with this part ends with on average. Parts that hardly occurred were given the number
of their nearest likeness and learnt on from there. All games had seeds of 1,000,000 to 4,600,000;
strength is to be measured with others.

How to read the tables is said at each; ``calico_evaluation.py`` looks the parts up.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.calico import rules

Table = NDArray[np.int64]

STAGES = np.array([0] * 3 + [1] * 3 + [2] * 4 + [3] * 5 + [4] * 8, np.int64)
"""(23,): how far the game is, by the number of open spaces: 0 (at most 2) to 4 (15 or more)."""
NUM_STAGES = int(STAGES.max()) + 1


def _numbers(text: str) -> list[int]:
    """Return the numbers of a table; names and bars are for the reader."""
    return [int(word) for word in text.split() if word.lstrip("-").isdigit()]


def _table(text: str, *shape: int) -> Table:
    """Return a table with a column for 0, where nothing can come any more, before the others."""
    numbers = np.array(_numbers(text), np.int64).reshape(shape)
    return np.concatenate([np.zeros((*shape[:-1], 1), np.int64), numbers], axis=-1)


TO_COME = np.array(
    _numbers(
        """
            0 -117  -35  -83  101  318  230  493  775 1077  423  739
         1067 1406 1755 -926 -502  -71  364  800 1237 1676 2115
        """
    ),
    np.int64,
)
"""(23,): by the number of open spaces, what is still to come whatever the quilt looks like."""

GROUPS = _table(
    """
        4    8   11   11   -1   -7  -19  -19
        4   27   24   24    2   23    2    2
        5   14    8   -5   13    0  -37  -64
       -7   17   33   24    6   14    6  -18
        2   16   21   10   33   20   -2  -38
       -6   12   28   29   17   20    7  -17
        4   27   37   40   59   63   53   32
       -4   17   28   37   27   35   30   27
       94  131  151  165  294  309  308  293
       78  116  140  151  274  263  265  267
    """,
    NUM_STAGES,
    2,
    2,
    4,
)
"""(stages, 2, 2, 5): a group of a color without a button: whether the color has one elsewhere, its
size (1 or 2) and the open spaces where it can grow, 1 to 4; a line for each stage and 0, 1 buttons,
its first half for single hexes."""

READY = _table(
    """
      156  253  260  260
       89  138  150  150
      174  259  334  401
       92  136  184  228
      138  206  262  325
       84  123  165  207
       89  132  166  210
       69   99  127  153
       66   90  105  132
       50   74   89  107
    """,
    NUM_STAGES,
    2,
    4,
)
"""(stages, 2, 5): open spaces, 1 to 4, where one tile of a color would earn a button; lines as
above."""

RAINBOW = np.array(
    _numbers(
        """
     -517 -362 -148  -71  -16   85   53
     -422 -270 -109   17  141  294  232
       -5  150  276  396  520  663  553
      989 1115 1236 1353 1478 1628 1736
      975 1456 1930 1792 1935 2085 2235
        """
    ),
    np.int64,
).reshape(NUM_STAGES, rules.NUM_COLORS + 1)
"""(stages, 7): colors with a button, 0 to 6."""

_AREAS = """
  Millie       43   28   25   25 |   91  140  135  135
  Millie       33   30   39   48 |   97  143  157  152
  Millie       20   34   52   54 |   98  138  155  161
  Millie       14   39   49   42 |   98  136  152  152
  Millie       28   41   46   21 |  119  133  149  147
  Tibbit       45    4   -5   -5 |   82   55   53   53 |  144  235  225  225
  Tibbit       25   18   30   29 |   65   70  119  123 |  180  259  298  296
  Tibbit       15   19   25   54 |   47   75  124  159 |  195  269  309  328
  Tibbit        6   23   34   42 |   22   82  135  175 |  208  278  317  337
  Tibbit       14   32   47   33 |   45   90  147  178 |  331  303  328  338
  Coconut      45   30   59   59 |   55   10   51   51 |
              100   56   67   67 |  217  332  319  319
  Coconut      22    7    5   -7 |   25   27   30   40 |
               93   85  171  219 |  276  391  459  480
  Coconut       9    5    4   11 |   19   30   52  104 |
              102  126  220  297 |  323  432  489  525
  Coconut       1    9   11   21 |    2   24   80  152 |
               71  169  269  347 |  384  460  516  548
  Coconut       4   18   32   33 |   25   37  120  184 |
              180  174  281  374 |  445  447  514  557
  Cira         34   22   63   63 |   91    2    0    0 |  118   54    0    0 |
              157   96  147  147 |  285  458  434  434
  Cira         25    6    8    7 |   45   25   14   15 |   80   60   44   76 |
              171  139  280  334 |  395  539  623  640
  Cira         14    4   -2   -7 |   13   15   19   39 |   56   77   87  188 |
              210  204  346  456 |  444  591  666  719
  Cira          2    8   -3    1 |   -5    0   33  106 |   54   75  160  297 |
              233  274  398  534 |  427  589  683  751
  Cira          4   13   18   12 |   35   17   85  162 |  177  173  199  360 |
              268  268  388  572 |  424  571  668  755
  Gwenivere    68   37   66   66 |  119  -42    0    0 |   29  -53    0    0 |
              109   52    0    0 |  201  118  111  111 |  349  558  541  541
  Gwenivere    39    9   -9    7 |   29   -4   -2    7 |   17   14   10    9 |
               84   80   66  125 |  210  175  338  433 |  473  662  776  772
  Gwenivere     8    5  -13  -16 |    2  -10   -7   -9 |   15   22   26   44 |
               97  108  122  270 |  256  266  444  596 |  597  742  835  893
  Gwenivere   -12   -8  -25  -45 |    0  -12   -8   10 |   33   38   82  186 |
              123  147  247  443 |  433  446  547  715 |  738  766  873  946
  Gwenivere   -19  -11  -23  -22 |   28   15   59  120 |  158  146  190  332 |
              429  420  407  566 |  515  514  518  778 |  734  734  802  950
"""

_SHAPES = """
  Callie      106  166  111  111 |   33   31   32   32
  Callie      114  181  185  175 |   21   21   28   25
  Callie      108  164  189  160 |   18   27   33   23
  Callie       93  136  164  143 |   23   35   37   30
  Callie       77   87  124   96 |   53   60   57   48
  Rumi        156  242  154  154 |   53   48   43   43
  Rumi        191  289  308  285 |   44   56   71   64
  Rumi        195  285  318  279 |   49   75   89  105
  Rumi        176  256  277  245 |   59   96  116  131
  Rumi        113  154  188  164 |   91  152  185  233
  Tecolote    219  216  197  197 |   48   60   -4    0 |    0    0    0    0
  Tecolote    260  288  253  254 |   48   68   45   45 |   10    2   10    7
  Tecolote    288  323  295  290 |   62   74   65   62 |   13   24   23   22
  Tecolote    300  326  303  303 |   82   84   85  120 |   12   23   30   46
  Tecolote    284  297  303  303 |  104   80  105  132 |   34   46   69   86
  Almond      319  323  317  317 |   64   67   16    0 |
                0    0    0    0 |    0    0    0    0
  Almond      420  429  415  415 |   88   90   95   75 |
               39   56   48   41 |   12   -3    0    0
  Almond      422  431  426  424 |  155  142  150  139 |
               49   73   89   96 |   16   26   31   24
  Almond      373  379  373  372 |  219  199  198  186 |
               64   86  107  103 |   10   14   26   27
  Almond      357  331  330  330 |  218  198  185  193 |
               84  112  137  134 |   22   30   41   49
  Leo         355  387  376  376 |   97   79  104  104 |
                0    0    0    0 |    0    0    0    0
  Leo         450  498  462  462 |   84   61   93   94 |
               47   30   33   33 |   -1   -1    0    0
  Leo         523  535  525  525 |  124   61   63   63 |
               48   47   44   40 |    9   10   11   11
  Leo         555  547  547  547 |  204  119  111  112 |
               58  109  160  139 |   10   26   44   51
  Leo         559  555  559  559 |  271  121  102  102 |
               92  218  224  192 |   21   48   86  124
"""

_GOALS = """
  !=        0:  -42
  !=        1:    9
  !=        2:   75   55 |  -33    0
  !=        3:  183  145 |   56    0
  !=        4:  383  280 |  219    0
  !=        5:  725  513 |  470    0
  AAAA-BB   0:  -30
  AAAA-BB   1:   14
  AAAA-BB   2:   30   82 |   58  120
  AAAA-BB   3:  144  217   46 |  212  187  136 |  100  178    0
  AAAA-BB   4:  314  322  335  177 |  327  339  315  193 |  315  313  306  211 |  215  227  306    0
  AAAA-BB   5:  574  623  364 |  633  596  379 |  377  405    0
  AAA-BBB   0:  -71
  AAA-BBB   1:  -11
  AAA-BBB   2:   22   47 |   50   82
  AAA-BBB   3:  144  139   45 |  176  144   66 |   86   48    0
  AAA-BBB   4:  360  305  208 |  330  264  155 |  241  147    0
  AAA-BBB   5:  637  379 |  399    0
  AAA-BB-C  0:  402
  AAA-BB-C  1:  446
  AAA-BB-C  2:  471  505 |  505  536
  AAA-BB-C  3:  409  520  504 |  505  612  566 |  518  554  494
  AAA-BB-C  4:  555  685  640  346 |  675  772  734  362 |  673  762  725  363 |  390  482  437    0
  AAA-BB-C  5:  716  735  845  439 |  739  765  874  480 |  875  892  910  635 |  451  468  591    0
  AA-BB-CC  0:   54
  AA-BB-CC  1:   99
  AA-BB-CC  2:  153  137 |  160  165
  AA-BB-CC  3:  172  206   57 |  212  242  108 |  150  155    0
  AA-BB-CC  4:  309  351  173 |  348  371  207 |  180  198    0
  AA-BB-CC  5:  533  331 |  329    0
  AA-BB-C-D 0:  268
  AA-BB-C-D 1:  306
  AA-BB-C-D 2:  363  323 |  315  310
  AA-BB-C-D 3:  436  405  245 |  415  382  240 |  249  244    0
  AA-BB-C-D 4:  507  498  449  295 |  502  498  450  297 |  466  456  424  286 |  250  261  250    0
  AA-BB-C-D 5:  612  598  365 |  591  569  353 |  395  350    0
"""

_GOALS_BY_BOTH = """
  !=        0: -160
  !=        1: -122
  !=        2:  -87  -85 |  -81    0
  !=        3:  -42  -58 |  -61    0
  !=        4:   70  -38 |  -28    0
  !=        5:  239   -6 |   10    0
  AAAA-BB   0: -202
  AAAA-BB   1: -166
  AAAA-BB   2: -105 -148 | -149 -148
  AAAA-BB   3:  -97  -97  -85 |  -94  -95  -70 |  -75 -108    0
  AAAA-BB   4:  -31  -41  -31  -84 |  -13  -20  -33  -56 |  -33  -34  -34   -7 |  -49  -68  -50    0
  AAAA-BB   5:  116  258  -10 |  334  352  -19 |  -15  -17    0
  AAA-BBB   0: -203
  AAA-BBB   1: -165
  AAA-BBB   2: -104 -145 | -151 -143
  AAA-BBB   3:  -92  -84  -88 |  -72  -80  -38 |  -78  -93    0
  AAA-BBB   4:   -8  -27  -70 |  -17  -26  -58 |  -62  -66    0
  AAA-BBB   5:  220  -33 |  -17    0
  AAA-BB-C  0:  112
  AAA-BB-C  1:  172
  AAA-BB-C  2:  224  246 |  194  201
  AAA-BB-C  3:  152  305  244 |  160  353  242 |  222  221  217
  AAA-BB-C  4:  249  525  463    1 |  358  422  383   -2 |  402  376  357    0 |    1   -5   -2    0
  AAA-BB-C  5:  378  466  772    8 |  431  503  782    1 |  712  640  549    0 |  -11    7    0    0
  AA-BB-CC  0: -231
  AA-BB-CC  1: -191
  AA-BB-CC  2: -141 -145 | -147 -139
  AA-BB-CC  3:  -90  -78  -93 |  -95  -80 -117 |  -39  -58    0
  AA-BB-CC  4:  -16   28  -76 |   12   12  -81 |  -57  -62    0
  AA-BB-CC  5:  171  -37 |  -20    0
  AA-BB-C-D 0:  113
  AA-BB-C-D 1:  155
  AA-BB-C-D 2:  221  187 |  179  118
  AA-BB-C-D 3:  255  287    5 |  289  258   -1 |   -1   -1    0
  AA-BB-C-D 4:  342  394  344   -3 |  366  384  324  -10 |  337  338  304   -4 |    2    2    1    0
  AA-BB-C-D 5:  529  516    1 |  501  472   -1 |    1    2    0
"""


def _by_cat(text: str, has_shape: bool) -> Table:
    """Return (stages, cats, 7, 5) from fours of numbers, by cat, stage and number of tiles."""
    table = np.zeros((NUM_STAGES, rules.NUM_CATS, 7, 5), np.int64)
    fours = iter(np.array(_numbers(text), np.int64).reshape(-1, 4))
    for cat, tile in enumerate(rules.CATS):
        if bool(tile.shape) == has_shape:
            most = min(len(tile.shape), 5) if has_shape else tile.size
            for stage, count in np.ndindex(NUM_STAGES, most - 1):
                table[stage, cat, count + 1, 1:] = next(fours)
    return table


AREAS = _by_cat(_AREAS, has_shape=False)
"""(stages, cats, 7, 5): an area of a pattern without a cat: its size, and the open spaces where it
can grow. In ``_AREAS`` a line for each stage of each cat, in it a column for each size, in that 1
to 4 spaces."""
SHAPES = _by_cat(_SHAPES, has_shape=True)
"""(stages, cats, 7, 5): tiles that the shape of a cat lacks, and in how many ways it can come about
(with one tile: on how many spaces); ``_SHAPES`` is arranged as above."""


def _partitions(rest: int, most: int) -> list[tuple[int, ...]]:
    """Return the ways to write ``rest`` as a sum of parts <= ``most``, larger parts first."""
    if rest == 0:
        return [()]
    parts = range(min(rest, most), 0, -1)
    return [(part, *more) for part in parts for more in _partitions(rest - part, part)]


PARTITIONS = tuple(parts for size in range(7) for parts in sorted(_partitions(size, size)))
"""How many tiles around a goal share a color (or pattern), most first; the 30 possible counts."""


def is_possible(counts: tuple[int, ...], goal: rules.Goal) -> bool:
    """Return whether ``counts`` can still become those of ``goal``."""
    return len(counts) <= len(goal.counts) and all(
        have <= wanted for have, wanted in zip(counts, goal.counts, strict=False)
    )


def _by_counts(text: str) -> Table:
    """Return (goals, 30, 30): by the counts of colors and those of patterns around the goal.

    A line tells of a goal with 0 to 5 tiles around. It has a column for each count of colors that
    is still possible, in the order of PARTITIONS, then one for all others together; in each column
    the same once more for the patterns.
    """
    table = np.zeros((rules.NUM_GOALS, len(PARTITIONS), len(PARTITIONS)), np.int64)
    numbers = iter(_numbers(text))
    for goal, tile in enumerate(rules.GOALS):
        for size in range(6):
            rows = [i for i, counts in enumerate(PARTITIONS) if sum(counts) == size]
            possible = [i for i in rows if is_possible(PARTITIONS[i], tile)]
            others = [i for i in rows if i not in possible]
            ways = [[i] for i in possible] + ([others] if others else [])
            for by_color in ways:
                for by_pattern in ways:
                    table[np.ix_([goal], by_color, by_pattern)] = next(numbers)
    return table


GOALS = np.stack([_by_counts(_GOALS), _by_counts(_GOALS_BY_BOTH)])
"""(2, goals, 30, 30): a goal that is not surrounded yet, by the rows of PARTITIONS for the colors
and the patterns around it; the second table where goals score only by both."""

# What choices of goals bring more than the average: a regression on the final scores of 120,000
# solo games with goals placed at random. The second half where goals score only by both.
GOAL_AT_SPOT = np.array(
    _numbers(
        """
          -10    8 -111
          -34   -2  -33
          -44  -13  -32
           83   47   86
          -17  -31   37
           22   -9   52
          -52  -49  -54
          -54  -58  -50
          -63  -57  -46
          114  126   93
          -26  -29  -20
           81   66   76
        """
    ),
    np.int64,
).reshape(2, rules.NUM_GOALS, rules.NUM_SPOTS)
"""(2, goals, spots): a goal at the top, right, bottom left."""

GOAL_PAIRS = np.array(
    _numbers(
        """
            0  -98  -89   58  -65  -34
          -98    0  -85   69  -27    5
          -89  -85    0   54  -38  -22
           58   69   54    0   89  163
          -65  -27  -38   89    0   19
          -34    5  -22  163   19    0
            0 -170 -170  102 -112   38
         -170    0 -157   91 -121   32
         -170 -157    0   83 -117   29
          102   91   83    0  121  270
         -112 -121 -117  121    0   77
           38   32   29  270   77    0
        """
    ),
    np.int64,
).reshape(2, rules.NUM_GOALS, rules.NUM_GOALS)
"""(2, goals, goals): two goals on one quilt."""
