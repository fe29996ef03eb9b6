#!/usr/bin/env bash
# Creates a link for each line of the form "slug target" and prints its short URL. Running it again within a day repeats no creation.
#   SHORTLINK_URL=https://sho.rt SHORTLINK_API_KEY=sl_live_… bash create-links.sh < links.txt
set -euo pipefail

while read -r slug target; do
  # --retry repeats after 429 and 503, and waits for the seconds in Retry-After.
  jq -n --arg slug "$slug" --arg target "$target" '{$slug, $target}' |
    curl --silent --show-error --fail-with-body --retry 5 "$SHORTLINK_URL/api/v1/links" \
      -H "x-api-key: $SHORTLINK_API_KEY" -H 'content-type: application/json' \
      -H "Idempotency-Key: create-links-$slug" --data-binary @- |
    jq -r .shortUrl
done
