# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium, spoken to over a pipe by the DevTools protocol; nothing but Python's own
library is needed. It records what a page logs, what goes wrong in it, and what it asks the network
for."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def find_chromium():
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """Use as a context manager. `complaints` and `requests` are of the page opened last."""

    def __init__(self, width=1280, height=800):
        self.size = (width, height)
        self.complaints, self.requests = [], []

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(prefix="tinsim-browser-",
                                                   ignore_cleanup_errors=True)
        self.number, self.buffer = 0, b""
        to_child, self.to = os.pipe()
        self.back, from_child = os.pipe()
        command = [find_chromium(), "--headless=new", "--no-sandbox", "--disable-gpu",
                   "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
                   "--disable-background-networking", "--remote-debugging-pipe",
                   f"--window-size={self.size[0]},{self.size[1]}",
                   f"--user-data-dir={self.profile.name}", "about:blank"]
        # The protocol's descriptors are 3, to the browser, and 4, from it.
        shell = f'exec "$@" 3<&{to_child} 4>&{from_child}'
        self.process = subprocess.Popen(["bash", "-c", shell, "bash", *command],
                                        pass_fds=(to_child, from_child),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_child)
        os.close(from_child)
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = None
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.resize(*self.size)
        return self

    def __exit__(self, *_):
        os.close(self.to)  # which ends the browser
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.back)
        self.profile.cleanup()

    session = None

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive(60)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def receive(self, seconds):
        """The next message; events are noted on the way."""
        end = time.monotonic() + seconds
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.back], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise TimeoutError("the browser does not answer")
            piece = os.read(self.back, 1 << 20)
            if not piece:
                raise RuntimeError("the browser has ended")
            self.buffer += piece
        text, _, self.buffer = self.buffer.partition(b"\0")
        message = json.loads(text)
        self.note(message.get("method"), message.get("params", {}))
        return message

    def note(self, event, values):
        if event == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description")
                                   or details["text"])
        elif event == "Runtime.consoleAPICalled":
            self.complaints.append(f"console.{values['type']}: " + " ".join(
                str(a.get("value", a.get("description"))) for a in values["args"]))
        elif event == "Log.entryAdded":
            self.complaints.append(f"{values['entry']['level']}: {values['entry']['text']}")
        elif event == "Page.javascriptDialogOpening":
            self.complaints.append(f"dialog: {values['message']}")
        elif event == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"])

    def open(self, path):
        self.complaints.clear()
        self.requests.clear()
        self.call("Page.navigate", url=f"file://{path}")

    def run(self, expression):
        """The value of a JavaScript expression; promises are waited for."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def wait_for(self, expression, seconds=60):
        end = time.monotonic() + seconds
        while not self.run(expression):
            if time.monotonic() > end:
                raise TimeoutError(f"not true in {seconds} s: {expression}")
            time.sleep(0.05)

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def prefer(self, scheme):
        """`light` or `dark`."""
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                      windowsVirtualKeyCode={"Tab": 9, "ArrowUp": 38}[key])

    def hover(self, selector):
        """Moves the mouse to the middle of the first element of that kind."""
        x, y = self.run(f"""(() => {{
          const element = document.querySelector({json.dumps(selector)});
          element.scrollIntoView({{block: 'center'}});
          const box = element.getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        }})()""")
        for offset in (3, 0):
            self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + offset, y=y)

    def screenshot(self, path, whole_page=False):
        """Writes a PNG of the window, or of the whole page."""
        extra = {}
        if whole_page:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            extra = {"captureBeyondViewport": True,
                     "clip": {"x": 0, "y": 0, "width": size["width"], "height": size["height"],
                              "scale": 1}}
        image = self.call("Page.captureScreenshot", format="png", **extra)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(image))
