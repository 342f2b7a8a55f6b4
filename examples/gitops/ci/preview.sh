#!/usr/bin/env bash
# usage: ci/preview.sh <stack>
# Saves the plan that binds a later `pulumi up` in previews/<stack>.plan.json, for ci/review.sh, and what the preview printed in
# previews/<stack>.preview.json. The log has a review as well: it is help, as the program that ran before it could change these files.
# The state is what is compared with: the tenant is only asked whether new objects are there already. Secrets are encrypted in the plan and
# masked in all else. Works on the copy that ci/copy-state.sh has made, if there is one.
set -euo pipefail
stack=${1:?usage: ci/preview.sh <stack>}

if [[ -d .state ]]; then export PULUMI_BACKEND_URL=file://$PWD/.state; fi
# A preview runs code that the state names, too: nothing runs where that is of others.
pulumi stack export --stack "$stack" | npx --no-install pulumi-tenant check-state
# The state names the plugins that serve its resources. One that this runner does not have is not fetched.
export PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION=true
mkdir -p previews
plan=previews/$stack.plan.json
said=previews/$stack.preview.json
rm -f "$plan" "$said"
# The review escapes the tenant's texts by itself. Elsewhere control characters in them would govern the log.
complaints=$(mktemp)
set +e
pulumi preview --stack "$stack" --json --show-replacement-steps --save-plan "$plan" --non-interactive --color never 2>"$complaints" |
  tee "$said" | npx --no-install pulumi-tenant review --stack "$stack" --preview -
statuses=("${PIPESTATUS[@]}")
set -e
if [[ -s $complaints ]]; then ci/foreign.sh tr -d '\000-\010\013-\037\177' <"$complaints"; fi
rm "$complaints"
# With 7 the review says that something changes; with 1 it says why the preview failed, if it can.
case ${statuses[*]} in '0 0 0' | '0 0 7') exit 0 ;; esac
rm -f "$plan"
exit "$((statuses[0] ? statuses[0] : 1))"
