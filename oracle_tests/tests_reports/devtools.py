"""A Chromium that can be asked things, over the pipe of its DevTools."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any


class Tab:
    """A page in a Chromium of its own.  Use as a context manager."""

    def __init__(self, command: list[str], profile: Path):
        read_commands, self._out = os.pipe()
        self._in, write_answers = os.pipe()
        shell = f'exec "$@" 3<&{read_commands} 4>&{write_answers}'
        self._process = subprocess.Popen(
            ["bash", "-c", shell, "bash", *command, f"--user-data-dir={profile}", "--remote-debugging-pipe"],
            pass_fds=(read_commands, write_answers),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(read_commands)
        os.close(write_answers)
        self._answers = os.fdopen(self._in, "rb")
        self._count, self._rest, self._session = 0, b"", {}
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = {"sessionId": attached["sessionId"]}

    def __enter__(self) -> "Tab":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        self._answers.close()
        os.close(self._out)

    def ask(self, method: str, **params: object) -> dict[str, Any]:
        """The result of a command of the protocol.  Raises RuntimeError where it has none."""
        self._count += 1
        message = {"id": self._count, "method": method, "params": params, **self._session}
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._count:
                if "result" not in answer:
                    raise RuntimeError(f"{method}: {answer}")
                return answer["result"]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            read = self._answers.read1(65536)
            if not read:
                raise RuntimeError("Chromium has gone")
            self._rest += read
        text, _, self._rest = self._rest.partition(b"\0")
        return json.loads(text)

    def open(self, address: str) -> None:
        """Opens a page, and waits until its scripts have run."""
        self.ask("Page.enable")
        self.ask("Page.navigate", url=address)
        self.value("new Promise(done => document.readyState == 'complete' ? done() : (onload = done))")

    def value(self, expression: str, **options: object) -> Any:
        """The value of an expression in the page, where need be after it has settled."""
        result = self.ask(
            "Runtime.evaluate",
            expression=expression,
            awaitPromise=True,
            returnByValue=True,
            userGesture=False,
            **options,
        )
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def press(self, key: str) -> None:
        """Presses a key, as a person does."""
        codes = {"Tab": 9, "Enter": 13}
        text = {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            self.ask(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                code=key,
                windowsVirtualKeyCode=codes[key],
                **(text if kind == "keyDown" else {}),
            )
