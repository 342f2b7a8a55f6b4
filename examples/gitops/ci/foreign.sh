#!/usr/bin/env bash
# usage: ci/foreign.sh <command> [<argument>...]
# Runs a command whose output has texts of the tenant, so that GitHub treats none of its lines as a workflow command.
set -euo pipefail
if [[ ${GITHUB_ACTIONS:-} != true ]]; then exec "$@"; fi

# The word that ends this is random, so no text of the tenant can contain it.
word=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "::stop-commands::$word"
status=0
"$@" || status=$?
printf '\n::%s::\n' "$word"
exit "$status"
