#!/usr/bin/env bash
# usage: ci/comment.sh <marker> <commit>
# Prints all reviews that ci/review.sh has made as one comment. The marker, an HTML comment, is how the comment is found again.
set -euo pipefail
marker=${1:?usage: ci/comment.sh <marker> <commit>}
commit=${2:?usage: ci/comment.sh <marker> <commit>}

files=(reviews/*.review.md)
# A comment can have 65,536 characters, and what stands around the reviews needs some.
limit=$((60000 / ${#files[@]}))

printf '%s\n### What `pulumi up` would do, as of %s\n' "$marker" "$commit"
for file in "${files[@]}"; do
  printf '\n<details open><summary>Stack <b>%s</b></summary>\n\n' "$(basename "$file" .review.md)"
  # All foreign text of a review is in code spans, each of which ends on its line: a cut between two lines leaves none open.
  awk -v room="$limit" '{ room -= length($0) + 1; if (room < 0) { print "\n… cut here; the whole of it is in the log of the job"; exit } print }' "$file"
  printf '\n</details>\n'
done
