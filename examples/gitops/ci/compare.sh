#!/usr/bin/env bash
# usage: ci/compare.sh <from> <to> [<option of pulumi-tenant compare>...]
# Compares the tenants of two environments, with the clients of $FROM_TENANT_* and $TO_TENANT_*: as text, and in drift/<from>-<to>.md.
# tenant-compare.<from>-<to>.yaml has the expected differences, or tenant-compare.yaml, if there is no such file. Ends with 0 (the same in
# effect), 7 (they differ) or another code (unknown), and writes the code to drift/<from>-<to>.status.
set -euo pipefail
from=${1:?usage: ci/compare.sh <from> <to>}
to=${2:?usage: ci/compare.sh <from> <to>}
shift 2

# A file of variables as a pipe, so that no secret is written to a disk.
variables() {
  printf "TENANT_DOMAIN='%s'\nTENANT_CLIENT_ID='%s'\nTENANT_CLIENT_SECRET='%s'\n" "$1" "$2" "$3"
}

report=drift/$from-$to
expected=tenant-compare.$from-$to.yaml
if [[ -f $expected ]]; then set -- --expected "$expected" "$@"; fi
mkdir -p drift
rm -f "$report.md" "$report.status"
status=0
npx --no-install pulumi-tenant compare \
  --tenant <(variables "${FROM_TENANT_DOMAIN:?}" "${FROM_TENANT_CLIENT_ID:?}" "${FROM_TENANT_CLIENT_SECRET:?}") \
  --tenant <(variables "${TO_TENANT_DOMAIN:?}" "${TO_TENANT_CLIENT_ID:?}" "${TO_TENANT_CLIENT_SECRET:?}") \
  --markdown "$report.md" "$@" || status=$?
echo "$status" >"$report.status"
exit "$status"
