// A Swift program that does nothing: what the language and its runtime cost. With an argument it waits.
import Glibc

if CommandLine.argc > 1 { pause() }
