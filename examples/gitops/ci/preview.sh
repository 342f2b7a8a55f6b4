#!/usr/bin/env bash
# usage: ci/preview.sh <stack>
# What `pulumi up` would change, and whom it touches, goes to previews/<stack>.review.md, the plan that binds a later `pulumi up` to it to
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
review=previews/$stack.review.md
rm -f "$plan" "$review"
# The review escapes the tenant's texts by itself. Elsewhere control characters in them would govern the log.
complaints=$(mktemp)
set +e
pulumi preview --stack "$stack" --json --save-plan "$plan" --non-interactive --color never 2>"$complaints" |
  npx --no-install pulumi-tenant review --stack "$stack" --preview - --markdown "$review"
statuses=("${PIPESTATUS[@]}")
set -e
if [[ -s $complaints ]]; then ci/foreign.sh tr -d '\000-\010\013-\037\177' <"$complaints"; fi
rm "$complaints"
# With 7 the review says that something changes; with 1 it says why the preview failed, if it can.
case ${statuses[*]} in '0 0' | '0 7') exit 0 ;; esac
rm -f "$plan"
if ((statuses[1] != 1)) || [[ ! -f $review ]]; then printf '### The preview failed\n\nThe log of the job says why.\n' >"$review"; fi
exit "$((statuses[0] ? statuses[0] : 1))"
