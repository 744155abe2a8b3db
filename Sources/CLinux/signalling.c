#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CLinux.h"

int clinux_signal_process_descriptor(int descriptor, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, descriptor, signal, NULL, 0);
}
