#!/usr/bin/env bash
# usage: ci/github-issue.sh <name> [<title>]
# Keeps one issue for the report drift/<name>.md, of the drift of a stack, the differences between two tenants or an audit: opens it,
# updates it, and closes it when there is nothing to report. If the report failed, the issue stays as it is.
set -euo pipefail
name=${1:?usage: ci/github-issue.sh <name> [<title>]}
repository=${GITHUB_REPOSITORY:?}
title=${2:-Drift in stack $name}

status=$(cat "drift/$name.status" 2>/dev/null || true)
if [[ $status != 0 && $status != 7 ]]; then exit 0; fi

numbers=$(gh issue list --repo "$repository" --state open --label drift --limit 100 --json number,title \
  --jq ".[] | select(.title == \"$title\") | .number")
number=${numbers%%$'\n'*}
if [[ $status == 0 ]]; then
  if [[ -n $number ]]; then gh issue close "$number" --repo "$repository" --comment "There is nothing to report any more."; fi
elif [[ -n $number ]]; then
  gh issue edit "$number" --repo "$repository" --body-file "drift/$name.md"
else
  gh label create drift --repo "$repository" --description "The tenant is not as it should be" --force
  gh issue create --repo "$repository" --title "$title" --label drift --body-file "drift/$name.md"
fi
