// What Swift's importer does not see of libjansson: its macros and its variadic functions.
#pragma once
#include <jansson.h>

// The importer skips json_typeof(), a macro.
static inline json_type jackfield_json_typeof(const json_t *value) { return json_typeof(value); }
