"""Expects events of a page in a browser. Needs Python 3.10 or later, and the package selenium.

Run: telemetry-v3 serve --run 'python3 -m unittest test_selenium'
"""

import json
import os
import threading
import unittest
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from selenium import webdriver
from selenium.webdriver.common.by import By

# Events of this base URL are a run of their own, so that tests may run at the same time.
RUN = "selenium"
TELEMETRY_URL = f"{os.environ['TELEMETRY_V3_URL']}/run/{RUN}/v1/telemetry"
API = os.environ["TELEMETRY_V3_API"]

PAGE = """<!doctype html><title>Lesson</title><button>Next</button><script>
  document.querySelector('button').addEventListener('click', () => {
    const event = {
      eid: 'INTERACT', ets: Date.now(), ver: '3.0', mid: 'INTERACT:' + Math.random(),
      actor: { id: 'learner-7', type: 'User' },
      context: { channel: 'learn', env: 'content', pdata: { id: 'learn.portal', ver: '1.0' } },
      edata: { type: 'TOUCH', id: 'next', pageid: 'home' },
    };
    navigator.sendBeacon('%s', JSON.stringify({ events: [event] }));
  });
</script>""" % TELEMETRY_URL


class App(BaseHTTPRequestHandler):
    """Stands for your app, whose telemetry URL is TELEMETRY_URL."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE.encode())

    def log_message(self, *_):
        pass


def open_browser():
    """Opens Chrome; WebKitGTK if MINI_BROWSER has the path of its small browser."""
    if "MINI_BROWSER" not in os.environ:
        options = webdriver.ChromeOptions()
        options.add_argument("--headless=new")
        return webdriver.Chrome(options)
    options = webdriver.WebKitGTKOptions()
    options.binary_location = os.environ["MINI_BROWSER"]
    options.add_argument("--automation")
    return webdriver.WebKitGTK(options)


def wait_for(telemetry_filter, timeout="10s"):
    """Returns the status and the JSON of the response."""
    query = urllib.parse.urlencode({"filter": telemetry_filter, "timeout": timeout, "run": RUN})
    try:
        with urllib.request.urlopen(f"{API}/api/wait?{query}") as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


class Telemetry(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.app = ThreadingHTTPServer(("127.0.0.1", 0), App)
        cls.addClassCleanup(cls.app.server_close)
        threading.Thread(target=cls.app.serve_forever, daemon=True).start()
        cls.addClassCleanup(cls.app.shutdown)
        cls.browser = open_browser()
        cls.addClassCleanup(cls.browser.quit)

    def test_a_touch_is_sent(self):
        self.browser.get(f"http://127.0.0.1:{self.app.server_port}/")
        self.browser.find_element(By.TAG_NAME, "button").click()
        status, body = wait_for("kind:interact pageid:home is:valid")
        self.assertEqual(status, 200, f"The nearest event: {body.get('nearest')}")
        self.assertEqual(body["events"][0]["event"]["edata"]["id"], "next")

    def test_nothing_is_sent_for_another_page(self):
        status, _ = wait_for("pageid:settings", timeout="100ms")
        self.assertEqual(status, 404)


if __name__ == "__main__":
    unittest.main()
