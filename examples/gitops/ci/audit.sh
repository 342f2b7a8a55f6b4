#!/usr/bin/env bash
# usage: ci/audit.sh <stack> [<option of pulumi-tenant audit>...]
# Judges the tenant of a stack, with the credentials of the environment, by the rules of the security baseline: in drift/baseline-<stack>.md.
# tenant-baseline.yaml can permit failures. Ends with 0 (no rule fails, everything was read), 7 (otherwise) or another code (unknown), and
# writes the code to drift/baseline-<stack>.status.
set -euo pipefail
stack=${1:?usage: ci/audit.sh <stack>}
shift

mkdir -p drift
rm -f "drift/baseline-$stack.md" "drift/baseline-$stack.status"
status=0
npx --no-install pulumi-tenant audit --fail-on-unread --markdown "$@" >"drift/baseline-$stack.md" || status=$?
cat "drift/baseline-$stack.md"
echo "$status" >"drift/baseline-$stack.status"
exit "$status"
