#!/usr/bin/env bash
# usage: ci/review.sh <stack>
# Reviews the plan previews/<stack>.plan.json, which a job has left that runs the code of a branch: it is data here, and whatever it says,
# `pulumi up --plan` does nothing else. Runs no program and reads the state only, so run it where no code of the branch runs. The plan and
# its review, as Markdown and as JSON, go to reviews/. What the preview printed, previews/<stack>.preview.json, can add warnings and notes.
set -euo pipefail
stack=${1:?usage: ci/review.sh <stack>}

plan=previews/$stack.plan.json
said=previews/$stack.preview.json
review=reviews/$stack.review
rm -rf reviews
mkdir reviews
if [[ ! -f $plan ]]; then
  printf '### The preview failed\n\nThe log of its job says why. Without a plan, nothing can be applied.\n' >"$review.md"
  exit 1
fi
options=(--stack "$stack" --plan "$plan")
if [[ -f $said ]]; then options+=(--preview "$said"); fi
status=0
npx --no-install pulumi-tenant review "${options[@]}" --markdown "$review.md" --json "$review.json" || status=$?
# With 7 the review says that something changes; with 1 it says what is wrong, if it can.
if ((status == 0 || status == 7)); then
  cat "$plan" >"reviews/$stack.plan.json"
  exit 0
fi
if [[ ! -f $review.md ]]; then printf '### The plan could not be reviewed\n\nThe log of the job says why.\n' >"$review.md"; fi
exit "$status"
