#!/bin/sh
# Writes everything that runs in production into a new folder: the built package as npm packs it, its
# locked dependencies, and the pinned Node among them. Needs npm here, and not where the folder runs.
#
#   deploy/assemble.sh FOLDER [npm option …]
set -eu
if [ $# -eq 0 ]; then
  echo 'usage: deploy/assemble.sh FOLDER [npm option …]' >&2
  exit 2
fi
mkdir -- "$1"
folder=$(CDPATH='' cd -- "$1" && pwd)
shift
cd -- "$(dirname -- "$0")/.."
npm run --silent build
npm pack --silent --ignore-scripts --workspaces=false --pack-destination "$folder" >/dev/null
tar -xzf "$folder"/selfbill-*.tgz -C "$folder" --strip-components=1
rm "$folder"/selfbill-*.tgz
# The lock file, and the folders that it names. The package that prints has one of its own.
mkdir "$folder/printing"
cp -R package-lock.json .npmrc node pint-ae schematron "$folder"
cp printing/*.* printing/LICENSE "$folder/printing"
cd "$folder"
npm ci --omit=dev --ignore-scripts --loglevel=error "$@"
(cd printing && npm ci --ignore-scripts --loglevel=error "$@")
mkdir -p node_modules/@selfbill
ln -s ../../printing node_modules/@selfbill/printing
