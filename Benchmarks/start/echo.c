// The raw limit of a server on a Unix socket: echo SOCKET sends back what its client sends.
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int count, char **arguments) {
  static char buffer[64 * 1024];
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (count != 2 || strlen(arguments[1]) >= sizeof address.sun_path) {
    fprintf(stderr, "usage: echo SOCKET\n");
    return 2;
  }
  strcpy(address.sun_path, arguments[1]);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const struct sockaddr *name = (const struct sockaddr *)&address;
  if (bind(listener, name, sizeof address) != 0 || listen(listener, 8) != 0) {
    perror("echo");
    return 1;
  }
  for (;;) {
    int client = accept(listener, NULL, NULL);
    for (ssize_t length; (length = read(client, buffer, sizeof buffer)) > 0;)
      if (write(client, buffer, (size_t)length) != length) break;
    close(client);
  }
}
