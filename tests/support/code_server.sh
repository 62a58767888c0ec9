#!/bin/sh
# Installs code-server, a host for the extension, into a folder: `code_server.sh VERSION FOLDER`.
#
# As npm packs it, but without the scripts of its parts: they build what only terminals, logs and proxies want, and fetch a
# program that searches from elsewhere. What has to be built is argon2, for which the headers of node are needed.
set -e
mkdir -p "$2"
cd "$2"
rm -rf package
npm pack --loglevel=error "code-server@$1" >/dev/null
tar xzf "code-server-$1.tgz"
rm "code-server-$1.tgz"
options="--no-fund --no-audit --loglevel=error --omit=dev --ignore-scripts"
cd package
npm install $options
headers=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")
test ! -d "$headers/include/node" || export npm_config_nodedir="$headers"
npm rebuild --loglevel=error argon2
cd lib/vscode
npm install $options
ln -s node_modules node_modules.asar
cd extensions
npm install $options
