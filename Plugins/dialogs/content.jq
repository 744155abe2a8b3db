# The answer to popup/content: {result} with the content, or {error} that says what is wrong with the
# arguments of whoever opened the popup.

def wrong($member; $expected): error("\($member) must be \($expected)");

def optional_text($member):
  .[$member] as $value
  | if $value == null or ($value | type) == "string" then $value
    else wrong($member; "a string") end;

def text($member): optional_text($member) // wrong($member; "a string");

def list($member):
  .[$member] as $value
  | if ($value | type) == "array" and ($value | length) > 0 then $value
    else wrong($member; "a list with at least one element") end;

# What people read for an id that says nothing else.
def title: {ok: "OK", cancel: "Cancel", yes: "Yes", no: "No"}[.] // .;

# Something with an id: a string stands for one whose title says the same.
def named($member):
  if type == "string" then {id: ., title: title}
  elif type == "object" and (.id | type) == "string" then {title: (.id | title)} + .
  else wrong($member; "strings, or objects with an id") end;

def actions($default):
  if .actions == null then $default else list("actions") | map(named("actions")) end;

# An action named "cancel" is what leaving by Escape or a tap outside means.
def with_roles:
  map(if .id == "cancel" and .role == null then .role = "cancel"
      elif .id == "ok" and .role == null then .role = "default"
      else . end);

def field:
  if type == "string" then {name: ., kind: "text", title: .}
  elif type == "object" and (.name | type) == "string" then {kind: "text", title: .name} + .
  else wrong("fields"; "strings, or objects with a name") end
  | if .choices == null then . else .choices |= map(named("choices")) end;

def alert:
  {body: {kind: "text", text: text("text")}, actions: actions([{id: "ok", title: "OK"}])};

def confirm:
  {body: {kind: "confirm", text: text("text")}, actions: actions(["cancel", "ok"] | map(named("actions")))};

def choice:
  optional_text("text") as $text
  | {
      body: {
        kind: "form",
        fields: [{
          name: "choice", kind: "choice", title: ($text // "Choose one"), required: true,
          choices: (list("choices") | map(named("choices")))
        } + (if .value == null then {} else {value} end)]
      },
      actions: actions(["cancel", "ok"] | map(named("actions")))
    };

def form:
  {body: {kind: "form", fields: (list("fields") | map(field))}, actions: actions(["cancel", "ok"] | map(named("actions")))};

.params as {$name}
| (.params.arguments // {})
| try (
    optional_text("title") as $title
    | (if $name == "alert" then alert
       elif $name == "confirm" then confirm
       elif $name == "choice" then choice
       elif $name == "form" then form
       else error("there is no popup \($name) here") end)
    | .actions |= with_roles
    | (if $title then {$title} + . else . end)
    | {result: .}
  ) catch {error: {code: -32602, message: "The popup can't be shown: \(.)."}}
