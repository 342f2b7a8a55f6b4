#!/usr/bin/env bash
# usage: ci/compare.sh [<option of pulumi-tenant compare>...]
# Compares the tenants of dev and prod, with the clients of $DEV_TENANT_* and $PROD_TENANT_*: as text, and in drift/dev-prod.md. Ends
# with 0 (the same in effect), 7 (they differ) or another code (unknown), and writes the code to drift/dev-prod.status.
set -euo pipefail

# A file of variables as a pipe, so that no secret is written to a disk.
variables() {
  printf "TENANT_DOMAIN='%s'\nTENANT_CLIENT_ID='%s'\nTENANT_CLIENT_SECRET='%s'\n" "$1" "$2" "$3"
}

mkdir -p drift
rm -f drift/dev-prod.md drift/dev-prod.status
status=0
npx --no-install pulumi-tenant compare \
  --tenant <(variables "${DEV_TENANT_DOMAIN:?}" "${DEV_TENANT_CLIENT_ID:?}" "${DEV_TENANT_CLIENT_SECRET:?}") \
  --tenant <(variables "${PROD_TENANT_DOMAIN:?}" "${PROD_TENANT_CLIENT_ID:?}" "${PROD_TENANT_CLIENT_SECRET:?}") \
  --markdown drift/dev-prod.md "$@" || status=$?
echo "$status" >drift/dev-prod.status
exit "$status"
