#!/usr/bin/env bash
# usage: ci/github-plan.sh <stack>
# Fetches the plan of this commit's pull request and its review. Fails without them, because an unreviewed plan must not run. Takes
# both from the workflow Review, which only the default branch can change and start, and never from a workflow that a branch runs.
set -euo pipefail
stack=${1:?usage: ci/github-plan.sh <stack>}
repository=${GITHUB_REPOSITORY:?}

head=$(gh api "repos/$repository/commits/${GITHUB_SHA:?}/pulls" --jq 'map(select(.merged_at != null))[0].head.sha // empty')
run=
if [[ -n $head ]]; then
  run=$(gh run list --repo "$repository" --workflow review.yml --event workflow_run --status success --limit 1000 \
    --json databaseId,displayTitle --jq "map(select(.displayTitle == \"Review of $head\"))[0].databaseId // empty")
fi
plan=reviews/$stack.plan.json
rm -rf reviews
# A review has nothing of an environment that this very commit adds to environments.yml.
if [[ -n $run ]]; then gh run download "$run" --repo "$repository" --name "review-$stack" --dir reviews || true; fi
if [[ ! -f $plan ]]; then
  echo "::error title=No plan for $stack::no pull request has previewed this commit for it. To apply it all the same, look at \`npx pulumi-tenant review --stack $stack\`, then run this workflow by hand"
  exit 1
fi
