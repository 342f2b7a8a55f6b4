#!/usr/bin/env bash
# usage: ci/drift.sh <stack> [<option of pulumi-tenant drift>...]
# Reports the drift between the state and the tenant: as text, and in drift/<stack>.md. Ends with 0 (no drift), 7 (drift)
# or another code (unknown), and writes the code to drift/<stack>.status. If the state has foreign
# code or domains, runs nothing. The report escapes texts of the tenant itself. With --github it prints workflow commands, which
# ci/foreign.sh would hide from GitHub.
set -euo pipefail
stack=${1:?usage: ci/drift.sh <stack>}
shift

mkdir -p drift
rm -f "drift/$stack.md" "drift/$stack.status"
pulumi stack export --stack "$stack" | npx --no-install pulumi-tenant check-state

# The state can name any plugin, so the CLI must not download plugins.
export PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION=true
status=0
npx --no-install pulumi-tenant drift --stack "$stack" --markdown "drift/$stack.md" "$@" || status=$?
echo "$status" >"drift/$stack.status"
exit "$status"
