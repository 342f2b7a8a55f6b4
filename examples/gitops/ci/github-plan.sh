#!/usr/bin/env bash
# usage: ci/github-plan.sh <stack>
# Fetches the plan that the pull request of this commit has shown. Without one it fails: what nobody has seen must not happen.
set -euo pipefail
stack=${1:?usage: ci/github-plan.sh <stack>}
repository=${GITHUB_REPOSITORY:?}

head=$(gh api "repos/$repository/commits/${GITHUB_SHA:?}/pulls" --jq 'map(select(.merged_at != null))[0].head.sha // empty')
run=
if [[ -n $head ]]; then
  run=$(gh run list --repo "$repository" --workflow pull-request.yml --commit "$head" --status success --limit 1 \
    --json databaseId --jq '.[0].databaseId // empty')
fi
plan=previews/$stack.plan.json
rm -rf previews
if [[ -n $run ]]; then gh run download "$run" --repo "$repository" --name "preview-$stack" --dir previews; fi
if [[ ! -f $plan ]]; then
  echo "::error title=No plan for $stack::no pull request has previewed this commit; to apply it all the same, run this workflow by hand"
  exit 1
fi
