#!/usr/bin/env bash
# usage: ci/apply.sh <stack>
# Applies previews/<stack>.plan.json, if there is one: anything that the plan does not have makes it fail before it happens.
set -euo pipefail
stack=${1:?usage: ci/apply.sh <stack>}

plan=previews/$stack.plan.json
constraint=()
if [[ -f $plan ]]; then constraint=(--plan "$plan"); fi
pulumi up --stack "$stack" --yes --diff --non-interactive --color never --suppress-progress "${constraint[@]}"
