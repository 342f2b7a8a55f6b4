#!/usr/bin/env bash
# usage: ci/preview.sh <stack>
# Saves the plan for a later `pulumi up` in previews/<stack>.plan.json, for ci/review.sh, and the output of the preview in
# previews/<stack>.preview.json. The review in the log is only an aid, because the program ran before it and could change these files.
# The preview compares the program with the state, and only checks at the tenant whether new objects exist. Secrets are encrypted in the
# plan and masked everywhere else. Works on the copy of ci/copy-state.sh, if there is one.
set -euo pipefail
stack=${1:?usage: ci/preview.sh <stack>}

if [[ -d .state ]]; then export PULUMI_BACKEND_URL=file://$PWD/.state; fi
# A preview also runs the provider code of the state: with foreign code, nothing runs.
pulumi stack export --stack "$stack" | npx --no-install pulumi-tenant check-state
# The state can name any plugin, so the CLI must not download plugins.
export PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION=true
mkdir -p previews
plan=previews/$stack.plan.json
said=previews/$stack.preview.json
rm -f "$plan" "$said"
# The review escapes the tenant's texts itself. In other output, control characters in them would control the log.
complaints=$(mktemp)
set +e
pulumi preview --stack "$stack" --json --show-replacement-steps --save-plan "$plan" --non-interactive --color never 2>"$complaints" |
  tee "$said" | npx --no-install pulumi-tenant review --stack "$stack" --preview -
statuses=("${PIPESTATUS[@]}")
set -e
if [[ -s $complaints ]]; then ci/foreign.sh tr -d '\000-\010\013-\037\177' <"$complaints"; fi
rm "$complaints"
# Exit code 7: the review shows changes; 1: it shows why the preview failed or `pulumi up` will fail, if it can.
case ${statuses[*]} in '0 0 0' | '0 0 7') exit 0 ;; esac
# The plan of a preview that has succeeded stays: ci/review.sh shows what is wrong with it, and does not pass it on.
if ((statuses[0])); then rm -f "$plan"; fi
exit "$((statuses[0] ? statuses[0] : 1))"
