#!/bin/sh
# Sets up DocPrep and what its tests need, and passes the tests.
#   sh packaging/test.sh [PYTEST ARGUMENTS...]
set -eu

WANT="window tests"
. "$(dirname "$0")/setup.sh"

"$VENV_PYTHON" -m ruff check .
"$VENV_PYTHON" -m mypy
.venv/bin/lint-imports
QT_QPA_PLATFORM=${QT_QPA_PLATFORM:-offscreen} "$VENV_PYTHON" -m pytest "$@"
