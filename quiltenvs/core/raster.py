"""SVG as pixels: an array, a PNG file, an animated GIF, a window.

resvg_py, pillow and pygame-ce are optional and imported at the first use only.
"""

import importlib
import io
import os
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.saving import replacing

_MIN_FRAME_MS = 20  # browsers slow anything faster down to 100


def rasterize(svg: str, width: int | None = None) -> NDArray[np.uint8]:
    """Return an SVG picture as (H, W, 3) u1, RGB, on white where it is transparent.

    Args:
        svg: A complete SVG document.
        width: Width in pixels, the height follows; None is the document's own size.

    Raises:
        ImportError: resvg_py or pillow is not installed.
        ValueError: ``width`` is not above 0, or ``svg`` is not an SVG document.
    """
    image = _import("PIL.Image")
    with image.open(io.BytesIO(_png(svg, width))) as picture:
        return np.array(picture.convert("RGB"), np.uint8)


def save_png(svg: str, path: str | os.PathLike[str], width: int | None = None) -> None:
    """Write an SVG picture as a PNG file; arguments and errors as in :func:`rasterize`."""
    with replacing(path) as temporary:
        temporary.write_bytes(_png(svg, width))


def save_gif(
    svgs: Iterable[str],
    path: str | os.PathLike[str],
    frame_ms: int = 500,
    width: int | None = None,
) -> None:
    """Write pictures of one size as an animated GIF that repeats for ever.

    Equal pictures in a row become one that is shown longer. The file appears when it is
    complete: an error leaves an older one as it was.

    Args:
        svgs: SVG documents in order; read one at a time.
        path: The file to write.
        frame_ms: How long each picture is shown, in milliseconds, 20 or more.
        width: Width in pixels, as in :func:`rasterize`.

    Raises:
        ImportError: resvg_py or pillow is not installed.
        ValueError: no picture, pictures of different size, or ``frame_ms`` below 20.
    """
    if frame_ms < _MIN_FRAME_MS:
        raise ValueError(f"frame_ms must be {_MIN_FRAME_MS} or more, not {frame_ms}")
    frames = _frames(svgs, width)
    first = next(frames, None)
    if first is None:
        raise ValueError("a GIF needs at least one picture, not none")
    file = io.BytesIO()
    first.save(
        file, "GIF", save_all=True, append_images=frames, duration=frame_ms, loop=0, optimize=False
    )
    with replacing(path) as temporary:
        temporary.write_bytes(file.getvalue())


class Window:
    """A pygame window that shows one picture after another.

    It opens at the first :meth:`show`. Once the user has closed it, nothing more is shown and
    the program goes on. pygame has one window per process, which several objects share.

    Args:
        width: Width in pixels, as in :func:`rasterize`.
    """

    def __init__(self, width: int | None = None) -> None:
        self.width = width
        self.is_closed = False  # by the user or by close()
        self._pygame: Any = None

    def show(self, svg: str, caption: str = "quiltenvs") -> None:
        """Show a picture, and react to what the user did to the window since.

        Raises:
            ImportError: resvg_py, pillow or pygame is not installed.
            RuntimeError: there is no display.
        """
        if self.is_closed:
            return
        pixels = rasterize(svg, self.width)
        size = (pixels.shape[1], pixels.shape[0])
        screen = self._screen(size)
        screen.blit(self._pygame.image.frombuffer(pixels.tobytes(), size, "RGB"), (0, 0))
        self._pygame.display.set_caption(caption)
        self._pygame.display.flip()
        self.pump()

    def pump(self) -> None:
        """Handle waiting window events; call it now and then while the picture stands still."""
        if self._pygame is None or not self._pygame.display.get_init():
            return
        if any(event.type == self._pygame.QUIT for event in self._pygame.event.get()):
            self.close()

    def close(self) -> None:
        """Close the window; further calls do nothing."""
        self.is_closed = True
        if self._pygame is not None:
            self._pygame.display.quit()
            self._pygame = None

    def _screen(self, size: tuple[int, int]) -> Any:
        """Return the window's surface, opened or resized where needed."""
        if self._pygame is None:
            os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
            self._pygame = _import("pygame")
        display = self._pygame.display
        try:
            display.init()  # the display alone: pygame.init() would also open the sound device
            screen = display.get_surface()
            if screen is None or screen.get_size() != size:
                screen = display.set_mode(size)
        except self._pygame.error as error:
            raise RuntimeError(
                f"no window could be opened ({error}); without a display use the render mode "
                "'rgb_array', or set SDL_VIDEODRIVER=dummy"
            ) from error
        return screen


def _import(module: str) -> Any:
    """Import an optional module.

    Raises:
        ImportError: it is not installed; the message says what to install.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(
            f"pictures need {module.partition('.')[0]}, which is not installed: "
            'pip install "quiltenvs[render]"'
        ) from error


def _png(svg: str, width: int | None) -> bytes:
    if width is not None and width < 1:
        raise ValueError(f"width must be a number of pixels above 0, not {width}")
    resvg = _import("resvg_py")
    # Our pictures bring their own lettering; looking for fonts would only cost time.
    return bytes(
        resvg.svg_to_bytes(
            svg_string=svg, width=width, background="#ffffff", skip_system_fonts=True
        )
    )


def _frames(svgs: Iterable[str], width: int | None) -> Iterator[Any]:
    """Yield the pictures with a palette of their own each, as pillow images."""
    image = _import("PIL.Image")
    size = None
    for svg in svgs:
        frame = image.fromarray(rasterize(svg, width))
        size = size or frame.size
        if frame.size != size:
            raise ValueError(f"the pictures of a GIF must have one size, not {size}, {frame.size}")
        # Without dithering flat areas stay flat, and the file small.
        yield frame.quantize(dither=image.Dither.NONE)
