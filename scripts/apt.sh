# What the scripts that install things share. To be sourced.

# Sets `missing` to those of these tools that are not there, a space before each.
look_for() {
    missing=
    for tool in "$@"; do
        command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
    done
}

# Installs packages through apt-get, where there is one; otherwise calls the command that comes first, with the reason.
install_or() {
    otherwise=$1
    shift
    command -v apt-get >/dev/null 2>&1 || "$otherwise" "there is no apt-get"
    root=
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 || "$otherwise" "installing needs root, and there is no sudo"
        root=sudo
    fi
    echo "Installing $*" >&2
    $root apt-get update -q >&2 || echo "apt-get update failed; trying with the lists that are there." >&2
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" >&2 || "$otherwise" "apt-get install failed"
}
