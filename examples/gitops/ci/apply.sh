#!/usr/bin/env bash
# usage: ci/apply.sh <stack> [--without-plan]
# Applies reviews/<stack>.plan.json: `up` fails before it makes a change that the plan does not have. First checks the state for
# foreign code, which `up` would run with the secrets of this job, and for foreign domains, to which it would send the secrets.
# A plan names resources, and the state has their objects: so the plan is reviewed again with the current state, and nothing runs
# if it deletes, replaces, takes over or removes an object or value that reviews/<stack>.review.json does not show.
set -euo pipefail
stack=${1:?usage: ci/apply.sh <stack> [--without-plan]}

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
ci/foreign.sh pulumi up --stack "$stack" --yes --diff --non-interactive --color never --suppress-progress "${constraint[@]}"
