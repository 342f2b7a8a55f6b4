#!/usr/bin/env bash
# usage: ci/comment.sh <marker> <commit>
# Prints all previews as one comment. The marker, an HTML comment, is how the comment is found again.
set -euo pipefail
marker=${1:?usage: ci/comment.sh <marker> <commit>}
commit=${2:?usage: ci/comment.sh <marker> <commit>}

files=(previews/*.txt)
# A comment can have 65,536 characters, and what stands around the previews needs some.
limit=$((60000 / ${#files[@]}))
# An indented block: nothing in it can end it, format or mention anybody.
indented() { sed 's/^/    /' "$1"; }

printf '%s\n### What `pulumi up` would do, as of %s\n' "$marker" "$commit"
for file in "${files[@]}"; do
  printf '\n<details open><summary>Stack <b>%s</b></summary>\n\n' "$(basename "$file" .txt)"
  # The cut can hit a character of several bytes: iconv drops the rest of it, and complains.
  indented "$file" | head -c "$limit" | iconv -c -f UTF-8 -t UTF-8 2>/dev/null || true
  if (($(indented "$file" | wc -c) > limit)); then printf '\n\n    … cut here; the whole of it is in the log of the job'; fi
  printf '\n\n</details>\n'
done
