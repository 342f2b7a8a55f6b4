#!/usr/bin/env bash
# usage: ci/review.sh <stack>
# Reviews the plan previews/<stack>.plan.json of a job that runs the code of a branch: here the plan is only data, and
# `pulumi up --plan` makes no other changes. Runs no program and only reads the state, so run it in a job without code of the branch. Writes the
# plan and its review, as Markdown and JSON, to reviews/. The preview's output, previews/<stack>.preview.json, can add warnings and notes.
# A plan that newly breaks a rule of the security baseline of severity high or above, or of which the preview says that `pulumi up` will
# fail, is shown, and not passed on: nothing applies it. The
# waivers in tenant-baseline.yaml are those of the default branch, so no branch can permit its own breaks. The review shows what the files
# tenant-*.yaml of the project accept in addition in the branch: waivers, drift and differences between tenants. At GitHub this is a checkout of the
# default branch, with one of the branch in branch/. At GitLab it is one of the branch, with one of the target branch in target/.
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
options=(--stack "$stack" --plan "$plan" --strict-baseline)
# The project can be in a folder of the repository. The folder is missing in branch/ if the branch has no such file, and in target/ if it is new.
root=$(git rev-parse --show-toplevel)
folder=$(git rev-parse --show-prefix)
if [[ -d $root/branch/$folder ]]; then options+=(--branch-files "$root/branch/$folder"); fi
if [[ -d $root/target/$folder ]]; then options+=(--cwd "$root/target/$folder" --branch-files .); fi
if [[ -f $said ]]; then options+=(--preview "$said"); fi
status=0
npx --no-install pulumi-tenant review "${options[@]}" --markdown "$review.md" --json "$review.json" || status=$?
# Exit code 7: the review shows changes; 1: it shows the error, the broken rule, or why `pulumi up` will fail, if it can.
if ((status == 0 || status == 7)); then
  cat "$plan" >"reviews/$stack.plan.json"
  exit 0
fi
if [[ ! -f $review.md ]]; then printf '### The plan could not be reviewed\n\nThe log of the job says why.\n' >"$review.md"; fi
exit "$status"
