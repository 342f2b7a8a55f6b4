#!/usr/bin/env bash
# usage: ci/github-comment.sh <number of the pull request> <commit>
# Posts the reviews as one comment of the pull request, and updates this comment afterwards.
set -euo pipefail
number=${1:?usage: ci/github-comment.sh <pull request> <commit>}
marker='<!-- pulumi preview -->'
comments=repos/${GITHUB_REPOSITORY:?}/issues

ci/comment.sh "$marker" "${2:?usage: ci/github-comment.sh <pull request> <commit>}" >reviews/comment.md
mine=".[] | select(.user.type == \"Bot\" and (.body | startswith(\"$marker\"))) | .id"
ids=$(gh api --paginate "$comments/$number/comments" --jq "$mine")
if [[ -n $ids ]]; then
  gh api --method PATCH "$comments/comments/${ids%%$'\n'*}" --field body=@reviews/comment.md --silent
else
  gh api --method POST "$comments/$number/comments" --field body=@reviews/comment.md --silent
fi
