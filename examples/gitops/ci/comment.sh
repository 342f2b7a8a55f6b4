#!/usr/bin/env bash
# usage: ci/comment.sh <marker> <commit>
# Prints all previews as one comment. The marker, an HTML comment, is how the comment is found again.
set -euo pipefail
marker=${1:?usage: ci/comment.sh <marker> <commit>}
commit=${2:?usage: ci/comment.sh <marker> <commit>}
# A comment can have 65,536 characters.
limit=25000

printf '%s\n### What `pulumi up` would do, as of %s\n' "$marker" "$commit"
for file in previews/*.txt; do
  stack=$(basename "$file" .txt)
  printf '\n<details open><summary>Stack <b>%s</b></summary>\n\n' "$stack"
  # An indented block: nothing in it can end it, format or mention anybody.
  head -c "$limit" "$file" | sed 's/^/    /'
  if (($(wc -c <"$file") > limit)); then printf '\n\n    … cut here; the whole of it is in the log of the job'; fi
  printf '\n\n</details>\n'
done
