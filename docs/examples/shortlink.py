"""Creates a link for a URL with Python's standard library, then prints the visits of all links.

SHORTLINK_URL=https://sho.rt SHORTLINK_API_KEY=sl_live_… python3 shortlink.py https://example.com/
"""

import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request


def call(method, path, body=None):
    request = urllib.request.Request(
        os.environ["SHORTLINK_URL"] + "/api/v1" + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"x-api-key": os.environ["SHORTLINK_API_KEY"], "content-type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        sys.exit(json.load(error)["detail"])


def all_links():
    query = {"limit": 100}
    while True:
        page = call("GET", "/links?" + urllib.parse.urlencode(query))
        yield from page["items"]
        if page["nextCursor"] is None:
            return
        query["cursor"] = page["nextCursor"]


print(call("POST", "/links", {"target": sys.argv[1]})["shortUrl"])
for link in all_links():
    print(link["hitCount"], link["shortUrl"], link["target"])
