#!/usr/bin/env bash
# usage: ci/copy-state.sh <stack>
# Copies the state from a store of your own into .state, for ci/preview.sh. So the pipeline only reads the store, once, and the step
# that runs the program needs no credential for the store. With Pulumi Cloud, copies nothing: a token there can be read-only.
set -euo pipefail
stack=${1:?usage: ci/copy-state.sh <stack>}
case ${PULUMI_BACKEND_URL:-} in '' | http*) exit 0 ;; esac

rm -rf .state
mkdir -m 700 .state
export_file=.state/export.json
pulumi stack export --stack "$stack" --file "$export_file"
# Secrets stay encrypted: with a key of your cloud, if the stack's file names one, or with the passphrase.
secrets=$(sed -n 's/^secretsprovider: *//p' "Pulumi.$stack.yaml")
export PULUMI_BACKEND_URL=file://$PWD/.state
pulumi stack init "$stack" --no-select --secrets-provider "${secrets:-passphrase}"
pulumi stack import --stack "$stack" --file "$export_file"
rm "$export_file"
