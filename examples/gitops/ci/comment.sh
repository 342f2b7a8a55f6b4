#!/usr/bin/env bash
# usage: ci/comment.sh <marker> <commit>
# Prints all reviews of ci/review.sh as one comment. The marker, an HTML comment, identifies the comment for later updates.
set -euo pipefail
marker=${1:?usage: ci/comment.sh <marker> <commit>}
commit=${2:?usage: ci/comment.sh <marker> <commit>}

files=(reviews/*.review.md)
# A comment can have 65,536 characters, some of them for the text around the reviews.
limit=$((60000 / ${#files[@]}))

printf '%s\n### What `pulumi up` would do, as of %s\n' "$marker" "$commit"
for file in "${files[@]}"; do
  printf '\n<details open><summary>Stack <b>%s</b></summary>\n\n' "$(basename "$file" .review.md)"
  # Foreign text of a review, except words of letters only, is in code spans, each of which ends on its line: a cut between two lines leaves none open.
  awk -v room="$limit" '{ room -= length($0) + 1; if (room < 0) { print "\n… cut here; the whole of it is in the log of the job"; exit } print }' "$file"
  printf '\n</details>\n'
done
