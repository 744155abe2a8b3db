#!/bin/sh
# Shows Jackfield working: tour.sh FOLDER, where FOLDER holds the command jackfield.
#
# Everything it prints comes from real processes: the command, a host, and plugins in five languages.
# README.md shows the output.
set -eu

# Prints a command as it would be typed, and runs it.
show() {
  printf '$ %s\n' "$1"
  eval "$1"
}

# A front end in a few lines of shell: a host on standard streams, one JSON text a line.
open_editor() {
  mkfifo to from
  jackfield serve --stdio --plugins Plugins <to >from 2>editor.log &
  editor=$!
  exec 3>to 4<from
}

# Sends request number $1 and waits for its answer; notifications in between are passed over.
ask() {
  printf '%s\n' "$2" >&3
  while IFS= read -r answer <&4; do
    case $answer in *"\"id\":$1,"*) return ;; esac
  done
  echo "tour: the host left request $1 unanswered" >&2
  exit 1
}

# Sends a request, and prints both sides of the exchange.
show_ask() {
  printf '> %s\n' "$2"
  ask "$1" "$2"
  printf '< %s\n' "$answer"
}

close_editor() {
  ask "$1" "{\"id\":$1,\"method\":\"shutdown\"}"
  printf '%s\n' '{"method":"exit"}' >&3
  wait "$editor"
}

tools=$(dirname "$0")
# shellcheck source=Tools/room.sh
. "$tools/room.sh"
enter_room "$1" "$tools/../Plugins"
tools=$(cd "$tools" && pwd)
cd "$room"

show "jackfield complete --plugins Plugins people/people Jo"
show "jackfield call people/add '{\"firstName\": \"Jorah\", \"lastName\": \"Mormont\"}'"
show "jackfield complete people/people Jo"
printf '\n# What an editor does: a field, three letters, Return\n'
open_editor
ask 1 '{"id":1,"method":"initialize","params":{"protocol":{"min":1,"max":1}}}'
ask 2 '{"id":2,"method":"autocomplete/attach","params":{"field":"name","sources":["people/people"]}}'
ask 3 '{"id":3,"method":"autocomplete/beginEditing","params":{"field":"name"}}'
ask 4 '{"id":4,"method":"autocomplete/change","params":{"field":"name","text":"Jor","seq":1}}'
show_ask 5 '{"id":5,"method":"autocomplete/return","params":{"field":"name"}}'
close_editor 6
printf '\n'
python3 -B "$tools/tour.py" "$XDG_RUNTIME_DIR/jackfield/host.sock"
