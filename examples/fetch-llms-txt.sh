#!/bin/sh
# Brings the newest stored llms.txt of an enrolled site to where the site's own web server finds it.
#
#   SERVICE=https://llms.example API_KEY=… SITE_ID=… fetch-llms-txt.sh /var/www/llms/llms.txt
#
# SITE_ID is `id` in GET /api/sites. Needs curl. Run it from cron, every ten minutes for instance; it costs two small
# requests. What stood there stays until the new text is whole.
set -eu
target=$1
site=$(curl --fail --silent --show-error --max-time 30 --header "X-API-Key: ${API_KEY:-}" "$SERVICE/api/sites/$SITE_ID")
url=$(printf '%s' "$site" | sed -n 's/.*"fileUrl":"\([^"]*\)".*/\1/p')
if [ -z "$url" ]; then
  echo "No text is stored for site $SITE_ID" >&2
  exit 1
fi
curl --fail --silent --show-error --max-time 30 --output "$target.new" "$url"
mv "$target.new" "$target"
