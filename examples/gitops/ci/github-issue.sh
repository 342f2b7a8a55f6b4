#!/usr/bin/env bash
# usage: ci/github-issue.sh <stack>
# Keeps one issue for the drift of a stack: opens it, updates it, and closes it when the drift is gone. If the drift report
# failed, the issue stays as it is.
set -euo pipefail
stack=${1:?usage: ci/github-issue.sh <stack>}
repository=${GITHUB_REPOSITORY:?}
title="Drift in stack $stack"

status=$(cat "drift/$stack.status" 2>/dev/null || true)
if [[ $status != 0 && $status != 7 ]]; then exit 0; fi

numbers=$(gh issue list --repo "$repository" --state open --label drift --limit 100 --json number,title \
  --jq ".[] | select(.title == \"$title\") | .number")
number=${numbers%%$'\n'*}
if [[ $status == 0 ]]; then
  if [[ -n $number ]]; then gh issue close "$number" --repo "$repository" --comment "There is no drift any more."; fi
elif [[ -n $number ]]; then
  gh issue edit "$number" --repo "$repository" --body-file "drift/$stack.md"
else
  gh label create drift --repo "$repository" --description "The tenant is not as the program says" --force
  gh issue create --repo "$repository" --title "$title" --label drift --body-file "drift/$stack.md"
fi
