#!/bin/sh
# Sets DocPrep up where needed and does the main job on FILES, or on the sample contract:
# opens the window where there is a display; without one asks the model and says where the report lies.
#   sh packaging/run.sh [FILES...]
set -eu

started_in=$(pwd)
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || [ "$(uname)" = Darwin ]; then WANT="window"; else WANT=""; fi
. "$(dirname "$0")/setup.sh"

# Paths are meant from where the person stands.
count=$#
while [ "$count" -gt 0 ]; do
    case $1 in /*) set -- "$@" "$1" ;; *) set -- "$@" "$started_in/$1" ;; esac
    shift
    count=$((count - 1))
done
if [ $# -eq 0 ]; then
    case ${DOCPREP_LANG:-${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}} in
    zh*) set -- "$(pwd)/resources/samples/设备采购合同.docx" ;;
    *) set -- "$(pwd)/resources/samples/Equipment purchase agreement.docx" ;;
    esac
fi

if [ "$WANT" = window ]; then
    exec "$VENV_PYTHON" -m docprep_gui open "$@"
fi
out="$started_in/docprep-results"
"$VENV_PYTHON" -m docprep_gui run "$@" --task contract_review --out "$out"
say "Report: $out/report.docx"
