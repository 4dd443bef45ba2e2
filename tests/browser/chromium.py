"""Drives Debian's Chromium over the DevTools protocol, through a pipe: no port, no driver program, no other library.

    with Browser() as browser, browser.open("page.html", width=360) as page:
        page.evaluate("document.title")

A page keeps what a test asks about: `console` (messages, exceptions, violations of the content security policy),
`requests` (every address asked for), `dialogs` (texts of alerts; they are dismissed at once).
"""
import base64
import fcntl
import json
import os
import pathlib
import select
import shutil
import signal
import sys
import tempfile
import time

PROGRAM = shutil.which("chromium", path="/usr/bin")
FLAGS = [
    "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu", "--disable-quic",
    "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update",
    "--disable-default-apps", "--disable-extensions", "--disable-sync", "--no-first-run", "--no-default-browser-check",
    "--force-color-profile=srgb", "--hide-scrollbars", "--lang=en-US"]
# Of the keys that tests press: code number, the text it types.
KEYS = {
    "Tab": (9, ""), "Enter": (13, "\r"), " ": (32, " "), "PageUp": (33, ""), "PageDown": (34, ""), "End": (35, ""),
    "Home": (36, ""), "ArrowLeft": (37, ""), "ArrowUp": (38, ""), "ArrowRight": (39, ""), "ArrowDown": (40, ""),
    "Delete": (46, "")}
SHIFT = 8
SKIPPED = 77  # what ctest takes for a skipped test


def require_chromium():
    if not PROGRAM:
        print("SKIPPED: there is no /usr/bin/chromium, so no page was opened in a browser; "
              "tools/install.sh browser installs it", file=sys.stderr)
        sys.exit(SKIPPED)


class BrowserError(Exception):
    pass


class Browser:
    """One browser process with a profile of its own; both are gone when the `with` block ends."""

    def __init__(self, program=PROGRAM, timeout=60):
        self.program, self.timeout = program, timeout
        self._last_id, self._pages, self._received = 0, {}, b""

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="pauc-chromium-", ignore_cleanup_errors=True)
        self._log = pathlib.Path(self._folder.name, "log")
        self._start([self.program, *FLAGS, f"--user-data-dir={self._folder.name}/profile", "about:blank"])
        try:
            self.version = self.call("Browser.getVersion")["product"]
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        os.close(self._to_browser)  # a browser without its pipe ends by itself
        for signal_number, seconds in ((0, 5), (signal.SIGKILL, 5)):
            if signal_number:
                os.killpg(self._process, signal_number)
            if self._ended_within(seconds):
                break
        os.close(self._from_browser)
        self._folder.cleanup()

    def open(self, path, width=1280, height=900, scripts=True, **media):
        """Loads a file and waits until it is there; media: dark, print and reduced_motion as in Page.emulate_media."""
        return self.open_address(pathlib.Path(path).resolve().as_uri(), width, height, scripts, **media)

    def open_address(self, address, width=1280, height=900, scripts=True, **media):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self._pages[session] = Page(self, session, target)
        page.load(address, width, height, scripts, media)
        return page

    def close(self, session, target):
        if self._pages.pop(session, None):
            self.call("Target.closeTarget", targetId=target)

    def call(self, method, session=None, **parameters):
        """The reply to one command; events that arrive before it go to their pages."""
        if session and session not in self._pages:
            raise BrowserError(f"{method}: the page is closed")
        number = self.send(method, session, **parameters)
        deadline = time.monotonic() + self.timeout
        while True:
            message = self._next_message(deadline, method)
            if message.get("id") == number:
                if "error" in message:
                    raise BrowserError(f"{method}: {message['error']['message']}")
                return message["result"]
            self._deliver(message)

    def wait_for(self, condition, what):
        deadline = time.monotonic() + self.timeout
        while not condition():
            self._deliver(self._next_message(deadline, what))

    def send(self, method, session=None, **parameters):
        self._last_id += 1
        message = {"id": self._last_id, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        try:
            os.write(self._to_browser, json.dumps(message).encode() + b"\0")
        except BrokenPipeError:
            raise self._dead(method) from None
        return self._last_id

    def _start(self, command):
        # The browser reads commands from its descriptor 3 and answers on 4; ours are above both so that neither is
        # overwritten.
        pipes = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in self._two_pipes()]
        its_input, self._to_browser, self._from_browser, its_output = pipes
        actions = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                   (os.POSIX_SPAWN_OPEN, 1, str(self._log), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600),
                   (os.POSIX_SPAWN_DUP2, 1, 2), (os.POSIX_SPAWN_DUP2, its_input, 3),
                   (os.POSIX_SPAWN_DUP2, its_output, 4)]
        environment = {**os.environ, "HOME": self._folder.name, "LANG": "C.UTF-8",
                       "DBUS_SESSION_BUS_ADDRESS": "disabled:"}
        self._process = os.posix_spawn(command[0], command, environment, file_actions=actions, setpgroup=0)
        os.close(its_input)
        os.close(its_output)

    @staticmethod
    def _two_pipes():
        ends = [*os.pipe(), *os.pipe()]
        yield from ends
        for end in ends:
            os.close(end)

    def _next_message(self, deadline, awaited):
        while b"\0" not in self._received:
            if not select.select([self._from_browser], [], [], max(0, deadline - time.monotonic()))[0]:
                raise BrowserError(f"{awaited}: no answer from the browser within {self.timeout} s")
            piece = os.read(self._from_browser, 1 << 20)
            if not piece:
                raise self._dead(awaited)
            self._received += piece
        message, _, self._received = self._received.partition(b"\0")
        return json.loads(message)

    def _deliver(self, message):
        page = self._pages.get(message.get("sessionId"))
        if page and "method" in message:
            page.heard(message["method"], message["params"])

    def _dead(self, awaited):
        said = self._log.read_text(errors="replace").strip().splitlines()[-5:] if self._log.exists() else []
        return BrowserError("\n  ".join([f"{awaited}: {self.program} has ended; the last that it wrote:", *said]))

    def _ended_within(self, seconds):
        deadline = time.monotonic() + seconds
        while os.waitpid(self._process, os.WNOHANG) == (0, 0):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.02)
        return True


class Page:
    def __init__(self, browser, session, target):
        self._browser, self._session, self._target = browser, session, target
        self.console, self.requests, self.dialogs = [], [], []
        self._loaded = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._browser.close(self._session, self._target)

    def call(self, method, **parameters):
        return self._browser.call(method, self._session, **parameters)

    def load(self, address, width, height, scripts, media):
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.resize(width, height)
        self.emulate_media(**media)
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        failure = self.call("Page.navigate", url=address).get("errorText")
        if failure:
            raise BrowserError(f"{address}: {failure}")
        self._browser.wait_for(lambda: self._loaded, address)
        self.evaluate("document.readyState")

    def heard(self, event, fact):
        if event == "Page.loadEventFired":
            self._loaded = True
        elif event == "Runtime.consoleAPICalled":
            words = (str(part.get("value", part.get("description", ""))) for part in fact["args"])
            self.console.append(f"{fact['type']}: {' '.join(words)}")
        elif event == "Runtime.exceptionThrown":
            details = fact["exceptionDetails"]
            self.console.append(f"exception: {details.get('exception', {}).get('description', details['text'])}")
        elif event == "Log.entryAdded":
            self.console.append(f"{fact['entry']['source']} {fact['entry']['level']}: {fact['entry']['text']}")
        elif event == "Network.requestWillBeSent":
            self.requests.append(fact["request"]["url"])
        elif event == "Page.javascriptDialogOpening":
            self.dialogs.append(fact["message"])
            self._browser.send("Page.handleJavaScriptDialog", self._session, accept=False)

    def evaluate(self, script):
        """The value of a JavaScript expression; a promise is waited for."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            problem = answer["exceptionDetails"]
            raise BrowserError(
                f"{problem.get('exception', {}).get('description', problem['text'])}\nin {script[-300:]}")
        return answer["result"].get("value")

    def settle(self):
        """Waits until what the page has to do after an input is done and drawn."""
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))")

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 600)

    def emulate_media(self, dark=False, print=False, reduced_motion=False):
        self.call("Emulation.setEmulatedMedia", media="print" if print else "", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if reduced_motion else "no-preference"}])

    def focus(self, selector):
        found = self.evaluate("(e => { if (e) e.focus(); return e !== null && e === document.activeElement; })"
                              f"(document.querySelector({json.dumps(selector)}))")
        if not found:
            raise BrowserError(f"{selector}: nothing there that takes the focus")

    def press(self, key, times=1, shift=False):
        number, text = KEYS[key]
        stroke = {"key": key, "code": "Space" if key == " " else key, "windowsVirtualKeyCode": number,
                  "modifiers": SHIFT * shift}
        for _ in range(times):
            self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **stroke, text=text)
            self.call("Input.dispatchKeyEvent", type="keyUp", **stroke)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def fill(self, selector, text):
        """Types over what a field holds and leaves it with the tabulator."""
        self.focus(selector)
        self.evaluate("document.activeElement.select()")
        self.press("Delete")
        if text:
            self.type(text)
        self.press("Tab")

    def click(self, selector):
        x, y = self.evaluate("(e => { e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); "
                             "return [r.x + r.width / 2, r.y + r.height / 2]; })"
                             f"(document.querySelector({json.dumps(selector)}))")
        self.click_at(x, y)

    def move(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def click_at(self, x, y):
        self.move(x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def screenshot(self, file, full=True):
        size = self.call("Page.getLayoutMetrics")["cssContentSize" if full else "cssLayoutViewport"]
        clip = {"x": 0, "y": 0, "width": size.get("width") or size["clientWidth"],
                "height": size.get("height") or size["clientHeight"], "scale": 1}
        picture = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=full, clip=clip)["data"]
        pathlib.Path(file).write_bytes(base64.b64decode(picture))

    def pdf(self):
        """The bytes of the page as it is printed on A4 paper."""
        return base64.b64decode(self.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"])

    def accessibility(self):
        """What assistive programs are told: role, name and node number of every element that they see."""
        self.call("Accessibility.enable")
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return [{"role": node["role"]["value"], "name": node.get("name", {}).get("value", ""),
                 "node": node.get("backendDOMNodeId")} for node in nodes if not node.get("ignored")]

    def markup_of(self, node):
        return self.call("DOM.getOuterHTML", backendNodeId=node)["outerHTML"]
