# shellcheck shell=sh
# To be sourced: a room for a host, its plugins and their data, so that the user's own stay untouched.
# Whoever enters it leaves it, however the script ends; the script's host is stopped then.

# Makes the room, in $room, for the command jackfield in folder $1, with the plugins in folder $2.
enter_room() {
  room=$(mktemp -d "${TMPDIR:-/tmp}/jackfield.XXXXXX")
  trap leave_room EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  PATH=$(cd "$1" && pwd):$PATH
  export PATH XDG_RUNTIME_DIR="$room/run" XDG_DATA_HOME="$room/data" XDG_STATE_HOME="$room/state" \
    XDG_CACHE_HOME="$room/cache" XDG_CONFIG_HOME="$room/config"
  unset JACKFIELD_PLUGIN_PATH
  umask 077
  mkdir "$room/run"
  # A host refuses plugins in a folder that others own or can write to, as a checkout may well be.
  cp -R "$2" "$room/Plugins"
}

leave_room() {
  status=$?
  trap '' INT TERM
  cd /
  jackfield stop >/dev/null || status=1
  if [ "$status" -ne 0 ]; then
    find "$room" -name '*.log' -exec tail -n 20 {} + >&2
  fi
  rm -rf "$room"
  exit "$status"
}
