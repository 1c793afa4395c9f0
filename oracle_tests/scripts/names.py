"""NAMES: `tensorflow`, `tensorflow.a.b` and `keras` answered from another module with the same names.

While `Stage` is open, imports of these names give views of that module, and every name that it lacks is
noted before Python raises what it raises for a missing name.  A script may catch that, as one that asks
`hasattr` does: what was asked for is noted all the same.
"""

import importlib.util
import sys
from collections.abc import Callable
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, cast

from .paths import longest_path

ALIASES = ("tensorflow.compat.v2", "tensorflow.compat", "tensorflow")  # the last stands for the module itself
_MACHINERY = {"__path__", "__spec__", "__loader__", "__file__", "__cached__", "__wrapped__"}
_ABSENT = object()


class Missing:
    """The names that were asked for and are lacking, in that order: where each ends, and how the script goes
    on from there, as in ("tf.sparse", "tf.sparse.to_dense")."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def note(self, name: str, frame: FrameType) -> None:
        """Notes a dotted name that the code of `frame` asks for."""
        shown = name.replace("tensorflow.", "tf.", 1).replace("tf.compat.v2.", "tf.", 1)
        self.names.setdefault(shown, shown + longest_path(_caller(frame), name))


def _caller(frame: FrameType) -> FrameType:
    """The frame that imports, if `frame` is one of Python's import machinery."""
    found: FrameType | None = frame
    while found is not None and "importlib" in found.f_code.co_filename:
        found = found.f_back
    return found or frame


class View(ModuleType):
    """A module under the name that a script knows it by; what is assigned to it stays in the view."""

    def __init__(self, name: str, target: ModuleType | None, missing: Missing):
        super().__init__(name)
        self.__path__: list[str] = []
        self._view = target, missing

    def __getattr__(self, name: str):
        path = f"{self.__name__}.{name}"
        target, missing = self._view
        if path in ALIASES:
            return importlib.import_module(path)
        found = vars(target).get(name, _ABSENT) if target is not None else _ABSENT
        if name == "__all__":  # for `from tensorflow import *`
            return [public for public in dir(target) if not public.startswith("_")]
        if isinstance(found, ModuleType):
            return importlib.import_module(path)
        if found is not _ABSENT and name not in _MACHINERY:
            return found
        if name not in _MACHINERY:
            missing.note(path, sys._getframe(1))
        raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'", name=name, obj=self)

    def __dir__(self) -> list[str]:
        return sorted({*vars(self), *dir(self._view[0])})


class Finder(MetaPathFinder, Loader):
    """Finds views of `target` under TensorFlow's names."""

    def __init__(self, target: ModuleType, version: str, missing: Missing):
        self.target, self.version, self.missing = target, version, missing

    def find_spec(self, fullname, path=None, target=None) -> ModuleSpec | None:
        if fullname.partition(".")[0] not in ("tensorflow", "keras"):
            return None
        if fullname not in ALIASES and self._find(fullname) is None:
            self.missing.note(fullname, sys._getframe(1))
            return None
        return ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> View:
        view = View(spec.name, self._find(spec.name), self.missing)
        if spec.name == "tensorflow":
            vars(view)["__version__"] = self.version
        return view

    def exec_module(self, module: ModuleType) -> None:
        """A view is ready when it is made."""

    def _find(self, fullname: str) -> ModuleType | None:
        for alias in ALIASES:
            if fullname == alias or fullname.startswith(alias + "."):
                fullname = fullname.removeprefix(alias).removeprefix(".")
                if alias == "tensorflow.compat":
                    fullname = f"compat.{fullname}"
                break
        found: Any = self.target
        for part in filter(None, fullname.split(".")):
            found = vars(found).get(part)
            if not isinstance(found, ModuleType):
                return None
        return found


class Stage:
    """Within the block, TensorFlow's names are answered from `target`, which lacks the names `missing`."""

    def __init__(self, target: ModuleType, version: str):
        self.missing = Missing()
        self._target, self._finder = target, Finder(target, version, self.missing)
        self._hooked: list[tuple[type, object]] = []
        self._paths: dict[type, str] = {}

    def note(self, problem: BaseException) -> None:
        """Notes the name that an AttributeError is about, if it was asked of a class and not of an instance,
        which no hook sees; one that the script catches is not noticed."""
        owner, frame = getattr(problem, "obj", None), sys._getframe(0)
        if isinstance(problem, AttributeError) and isinstance(owner, type) and owner in self._paths:
            self.missing.note(f"{self._paths[owner]}.{problem.name}", frame)

    def __enter__(self) -> "Stage":
        sys.meta_path.insert(0, self._finder)
        home = home_of(self._target)
        kinds = {} if home is None else _classes(self._target)
        self._paths = kinds
        before = {kind: getattr(kind, "__getattr__", None) for kind in kinds}
        for kind, path in kinds.items():
            self._hooked.append((kind, vars(kind).get("__getattr__", _ABSENT)))
            hook = _hook(path, before[kind], cast(Path, home), self.missing)
            kind.__getattr__ = hook  # type: ignore[attr-defined]
        return self

    def __exit__(self, *_) -> None:
        sys.meta_path.remove(self._finder)
        for kind, before in reversed(self._hooked):
            if before is _ABSENT:
                del kind.__getattr__  # type: ignore[attr-defined]
            else:
                kind.__getattr__ = before  # type: ignore[attr-defined]
        for name in [name for name, module in sys.modules.items() if isinstance(module, View)]:
            del sys.modules[name]


def home_of(module: ModuleType) -> Path | None:
    """The folder of a package's files; None for a module that was made by hand."""
    file = getattr(module, "__file__", None)
    return None if file is None else Path(file).parent


def _classes(module: ModuleType, at: str = "tensorflow") -> dict[type, str]:
    """The classes that are visible in a module, and the shortest path to each."""
    home, found = module.__name__.partition(".")[0], {}
    for name, value in list(vars(module).items()):
        if isinstance(value, ModuleType) and value.__name__.startswith(module.__name__ + "."):
            for kind, path in _classes(value, f"{at}.{name}").items():
                found.setdefault(kind, path)
    for name, value in list(vars(module).items()):
        is_public = isinstance(value, type) and not name.startswith("_")
        if is_public and value.__module__.startswith(home) and not issubclass(value, BaseException):
            found[value] = f"{at}.{name}"
    return found


def _hook(path: str, before: Callable | None, home: Path, missing: Missing) -> Callable:
    """`__getattr__` for the instances of a class that is visible at `path`; questions from `home` itself and
    from NumPy, which asks everything for methods of that name, are not noted."""

    def __getattr__(self, name):
        frame = sys._getframe(1)
        try:
            if before is not None:
                return before(self, name)
        except AttributeError:
            _note(frame, name)
            raise
        _note(frame, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)

    def _note(frame, name):
        is_public = not (name.startswith("__") and name.endswith("__"))
        is_numpy = str(frame.f_globals.get("__name__")).partition(".")[0] == "numpy"
        if is_public and not is_numpy and not Path(frame.f_code.co_filename).is_relative_to(home):
            missing.note(f"{path}.{name}", frame)

    return __getattr__
