/* Preloaded: fails fsync and fdatasync with EIO while the file named by FAIL_SYNC is there. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
static int fails(void) {
  const char *file = getenv("FAIL_SYNC");
  return file && access(file, F_OK) == 0;
}
int fsync(int fd) {
  if (fails()) { errno = EIO; return -1; }
  return ((int (*)(int)) dlsym(RTLD_NEXT, "fsync"))(fd);
}
int fdatasync(int fd) {
  if (fails()) { errno = EIO; return -1; }
  return ((int (*)(int)) dlsym(RTLD_NEXT, "fdatasync"))(fd);
}
