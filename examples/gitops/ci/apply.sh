#!/usr/bin/env bash
# usage: ci/apply.sh <stack> [--without-plan]
# Applies previews/<stack>.plan.json: anything that the plan does not have makes it fail before it happens. Before that, the state is
# searched for code of others, which `up` would run with the secrets of this job, and for domains of others, to which it would send them.
set -euo pipefail
stack=${1:?usage: ci/apply.sh <stack> [--without-plan]}

constraint=(--plan "previews/$stack.plan.json")
if [[ ${2:-} == --without-plan ]]; then
  constraint=()
elif [[ ! -f ${constraint[1]} ]]; then
  echo "error: there is no ${constraint[1]}, and what nobody has seen is not applied" >&2
  exit 1
fi
pulumi stack export --stack "$stack" | npx --no-install pulumi-tenant check-state

# The state names the plugins that serve its resources. One that this runner does not have is not fetched.
export PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION=true
ci/foreign.sh pulumi up --stack "$stack" --yes --diff --non-interactive --color never --suppress-progress "${constraint[@]}"
