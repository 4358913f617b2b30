#!/usr/bin/env sh
# Sends an event as an app does, and expects it. Run: telemetry-v3 serve --run 'sh wait-for-event.sh'
set -eu

curl --silent --show-error --fail --output /dev/null \
  --header 'Content-Type: application/json' \
  --data '{"events": [{"eid": "INTERACT", "ets": 1763620200000, "ver": "3.0", "mid": "INTERACT:1",
    "actor": {"id": "learner-7", "type": "User"},
    "context": {"channel": "learn", "env": "content", "pdata": {"id": "learn.portal", "ver": "1.0"}},
    "edata": {"type": "TOUCH", "id": "next", "pageid": "home"}}]}' \
  "$TELEMETRY_V3_URL/v1/telemetry"

# With --fail, a status of 404 ends the script: the event has not come in time.
curl --silent --show-error --fail --get "$TELEMETRY_V3_API/api/wait" \
  --data-urlencode 'filter=kind:interact pageid:home is:valid' \
  --data timeout=10s
