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
source=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
# Before the folder is made: a second try would find it.
if [ ! -f "$source/node_modules/typescript/bin/tsc" ]; then
  echo "The build needs the development packages, which npm ci --omit=dev leaves out. Run npm ci in $source first." >&2
  exit 1
fi
mkdir -- "$1"
folder=$(CDPATH='' cd -- "$1" && pwd)
shift
cd -- "$source"
npm run --silent build
npm pack --silent --ignore-scripts --workspaces=false --pack-destination "$folder" >/dev/null
tar -xzf "$folder"/selfbill-*.tgz -C "$folder" --strip-components=1
rm "$folder"/selfbill-*.tgz
# The lock file, and the folders that it names. The package that prints has one of its own.
mkdir "$folder/printing"
cp -R package-lock.json .npmrc node pint-ae schematron "$folder"
cp printing/*.* printing/LICENSE "$folder/printing"
cd "$folder"
# The package of `selfbill mcp` is locked as one of development, because few need it (docs/decisions/0186).
node --input-type=commonjs - <<'END'
const { readFileSync, writeFileSync } = require('node:fs')
const name = '@modelcontextprotocol/server'
for (const file of ['package.json', 'package-lock.json']) {
  const whole = JSON.parse(readFileSync(file, 'utf8'))
  const own = file === 'package.json' ? whole : whole.packages['']
  own.dependencies[name] = own.devDependencies[name]
  delete own.devDependencies[name]
  writeFileSync(file, JSON.stringify(whole, null, 2))
}
END
npm ci --omit=dev --ignore-scripts --loglevel=error "$@"
(cd printing && npm ci --ignore-scripts --loglevel=error "$@")
mkdir -p node_modules/@selfbill
ln -s ../../printing node_modules/@selfbill/printing
