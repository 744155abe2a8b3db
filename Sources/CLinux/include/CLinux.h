// Linux names that Swift's Glibc module lacks. Only SystemIO imports this.
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sys/epoll.h>
