#!/usr/bin/env bash
# usage: ci/drift.sh <stack> [<option of pulumi-tenant drift>...]
# Reports what differs between the state and the tenant: as text, and in drift/<stack>.md. Ends with 0 (no drift), 7 (drift)
# or something else (not known), which is in drift/<stack>.status besides. Where the state
# holds code or domains of others, nothing runs. The report escapes foreign texts by itself. With --github it prints commands, which
# ci/foreign.sh would keep from GitHub.
set -euo pipefail
stack=${1:?usage: ci/drift.sh <stack>}
shift

mkdir -p drift
rm -f "drift/$stack.md" "drift/$stack.status"
pulumi stack export --stack "$stack" | npx --no-install pulumi-tenant check-state

# The state names the plugins that serve its resources. One that this runner does not have is not fetched.
export PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION=true
status=0
npx --no-install pulumi-tenant drift --stack "$stack" --markdown "drift/$stack.md" "$@" || status=$?
echo "$status" >"drift/$stack.status"
exit "$status"
