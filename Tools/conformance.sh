#!/bin/sh
# Plays the protocol's scenarios against a host, with both runners, and shows that they can fail:
# conformance.sh FOLDER [OPTION..], where FOLDER holds the command jackfield, and options are the
# Swift runner's. PYTHON is a Python that has the schema validator.
set -eu

cd "$(dirname "$0")/.."
folder=$1
shift
# shellcheck source=Tools/room.sh
. Tools/room.sh
enter_room "$folder" Tests/Fixtures/plugins

# Starts a host, and returns when it has answered.
jackfield status --plugins "$room/Plugins" >/dev/null
socket=$XDG_RUNTIME_DIR/jackfield/host.sock
jackfield conformance host --socket "$socket" "$@"
python=${PYTHON:-python3}
"$python" -B Tests/conformance/run_scenarios.py --socket "$socket" --schema protocol/schema
"$python" -B Tests/conformance/run_wrong_hosts.py --socket "$socket"
