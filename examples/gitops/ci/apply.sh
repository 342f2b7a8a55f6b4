#!/usr/bin/env bash
# usage: ci/apply.sh <stack> [--without-plan]
# Applies reviews/<stack>.plan.json: anything that the plan does not have makes it fail before it happens. Before that, the state is
# searched for code of others, which `up` would run with the secrets of this job, and for domains of others, to which it would send them.
# A plan names resources, and the state tells which objects these are: so the plan is reviewed again on the state of now, and nothing runs
# if it deletes, replaces, takes over or removes what reviews/<stack>.review.json does not show.
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

# The state names the plugins that serve its resources. One that this runner does not have is not fetched.
export PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION=true
ci/foreign.sh pulumi up --stack "$stack" --yes --diff --non-interactive --color never --suppress-progress "${constraint[@]}"
