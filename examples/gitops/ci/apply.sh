#!/usr/bin/env bash
# usage: ci/apply.sh <stack> [--without-plan]
# Applies reviews/<stack>.plan.json: `up` fails before it makes a change that the plan does not have. First checks the state for
# foreign code, which `up` would run with the secrets of this job, and for foreign domains, to which it would send the secrets.
# A plan names resources, and the state has their objects: so the plan is reviewed again with the current state, and nothing runs
# if it deletes, replaces, takes over or removes an object or value that reviews/<stack>.review.json does not show.
set -euo pipefail
stack=${1:?usage: ci/apply.sh <stack> [--without-plan]}

# Passes on the output of a run. After the error of a failed run, Pulumi prints a line for each resource of the plan that the run has not
# reached: this passes on three of them, and the number of the others. Signals do not end it, because without a reader Pulumi would be
# killed in the middle of a change.
shorten() {
  trap '' HUP INT TERM
  local line missing=0
  while IFS= read -r line || [[ -n $line ]]; do
    if [[ $line == "error: expected resource operations for "* ]] && ((++missing > 3)); then continue; fi
    printf '%s\n' "$line"
  done
  if ((missing > 3)); then printf '… and %d more resources of the plan that this run has not reached\n' "$((missing - 3))"; fi
}

plan=reviews/$stack.plan.json
constraint=(--plan "$plan")
if [[ ${2:-} == --without-plan ]]; then
  constraint=()
elif [[ ! -f $plan ]]; then
  echo "error: there is no $plan, and what nobody has seen is not applied" >&2
  exit 1
fi
pulumi stack export --stack "$stack" | npx --no-install pulumi-tenant check-state
if [[ ${#constraint[@]} -gt 0 ]]; then
  status=0
  npx --no-install pulumi-tenant review --stack "$stack" --plan "$plan" --reviewed "reviews/$stack.review.json" || status=$?
  if ((status != 0 && status != 7)); then exit "$status"; fi
fi

# The state can name any plugin, so the CLI must not download plugins.
export PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION=true
ci/foreign.sh pulumi up --stack "$stack" --yes --diff --non-interactive --color never --suppress-progress "${constraint[@]}" 2>&1 | shorten
