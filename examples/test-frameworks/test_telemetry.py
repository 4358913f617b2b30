"""Expects events of an app under test. Needs Python 3.8 or later, and no package.

Run: telemetry-v3 serve --run 'python3 -m unittest test_telemetry'
"""

import json
import os
import unittest
import urllib.error
import urllib.parse
import urllib.request

COLLECTOR = os.environ["TELEMETRY_V3_URL"]
API = os.environ["TELEMETRY_V3_API"]


def query_api(path, **parameters):
    """Returns the status and the JSON of a response."""
    query = urllib.parse.urlencode(parameters)
    try:
        with urllib.request.urlopen(f"{API}{path}?{query}") as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


class Telemetry(unittest.TestCase):
    """Each test has a run of its own, so that tests may run at the same time."""

    def setUp(self):
        self.run_name = self.id()
        self.base_url = f"{COLLECTOR}/run/{urllib.parse.quote(self.run_name)}"

    def expect_event(self, telemetry_filter, timeout="10s"):
        status, response = query_api("/api/wait", filter=telemetry_filter, timeout=timeout, run=self.run_name)
        self.assertEqual(status, 200, f"No event {telemetry_filter}. The nearest: {response.get('nearest')}")
        return response["events"][0]

    def send(self, **edata):
        """Stands for your app, whose base URL is self.base_url."""
        event = {
            "eid": "INTERACT",
            "ets": 1763620200000,
            "ver": "3.0",
            "mid": f"INTERACT:{self.run_name}",
            "actor": {"id": "learner-7", "type": "User"},
            "context": {"channel": "learn", "env": "content", "pdata": {"id": "learn.portal", "ver": "1.0"}},
            "edata": edata,
        }
        body = json.dumps({"events": [event]}).encode()
        urllib.request.urlopen(urllib.request.Request(f"{self.base_url}/v1/telemetry", body)).close()

    def test_a_touch_is_sent(self):
        self.send(type="TOUCH", id="next", pageid="home")
        event = self.expect_event("kind:interact pageid:home is:valid")
        self.assertEqual(event["event"]["edata"]["id"], "next")

    def test_nothing_is_sent_for_another_page(self):
        self.send(type="TOUCH", id="next", pageid="home")
        status, response = query_api("/api/wait", filter="pageid:settings", timeout="100ms", run=self.run_name)
        self.assertEqual(status, 404)
        self.assertEqual(response["nearest"]["differs"], ["pageid:settings"])


if __name__ == "__main__":
    unittest.main()
