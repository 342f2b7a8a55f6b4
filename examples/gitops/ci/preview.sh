#!/usr/bin/env bash
# usage: ci/preview.sh <stack>
# What `pulumi up` would do goes to previews/<stack>.txt, the plan that binds a later `pulumi up` to it to
# previews/<stack>.plan.json. The state is what is compared with: the tenant is only asked whether new objects are there already. Secrets are masked in the one and
# encrypted in the other. Works on the copy that ci/copy-state.sh has made, if there is one.
set -euo pipefail
stack=${1:?usage: ci/preview.sh <stack>}

if [[ -d .state ]]; then export PULUMI_BACKEND_URL=file://$PWD/.state; fi
# A preview runs code that the state names, too: nothing runs where that is of others.
pulumi stack export --stack "$stack" | npx --no-install pulumi-tenant check-state
# The state names the plugins that serve its resources. One that this runner does not have is not fetched.
export PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION=true
mkdir -p previews
plan=previews/$stack.plan.json
rm -f "$plan"
status=0
# Control characters of the tenant's texts would govern the log, and a carriage return begins a line of its own in a comment.
pulumi preview --stack "$stack" --diff --save-plan "$plan" --non-interactive --color never --suppress-progress 2>&1 |
  tr -d '\000-\010\013-\037\177' >"previews/$stack.txt" || status=$?
ci/foreign.sh cat "previews/$stack.txt"
if ((status != 0)); then rm -f "$plan"; fi
exit "$status"
