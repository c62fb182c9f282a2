/*
 * Preloaded into the server and its PostgreSQL (LD_PRELOAD). Does two things a healthy disk cannot be asked for:
 * lets writes fail from the n-th on, and remembers what every write that nobody synced replaced, so that a power cut can
 * be played by putting it back. Written for Linux with the GNU C library.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* The first page of the control file; chaos/process-shim.ts writes it at the same offsets. */
struct control {
  int32_t fails;      /* 1: writes fail once `countdown` has run out */
  int32_t countdown;
  int32_t error;
  int32_t failed;     /* how many have failed */
  int32_t remembers;  /* 1: journals are kept */
  int32_t reserved;
  int64_t sequence;
  char part[256];     /* failing writes: part of the path */
  char folder[256];   /* remembered writes: below this folder */
  char journals[256]; /* where each process keeps its journal */
};

/* One remembered write (kind 0, followed by `old_length` bytes) or sync (kind 1). */
struct entry {
  int64_t sequence, kind, inode, offset, old_size, length, old_length;
};

static struct control *control;
static int journal = -1;
static pid_t journal_of;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_writev)(int, const struct iovec *, int);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_pwritev)(int, const struct iovec *, int, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off_t);
static int (*real_posix_fallocate)(int, off_t, off_t);

__attribute__((constructor)) static void begin(void) {
  real_write = dlsym(RTLD_NEXT, "write");
  real_writev = dlsym(RTLD_NEXT, "writev");
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_pwritev = dlsym(RTLD_NEXT, "pwritev64");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  real_posix_fallocate = dlsym(RTLD_NEXT, "posix_fallocate64");
  const char *path = getenv("CAIRN_SHIM_CONTROL");
  if (!path) return;
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *page = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (page != MAP_FAILED) control = page;
}

static int path_of(int fd, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, size - 1);
  if (length <= 0 || path[0] != '/') return 0;
  path[length] = 0;
  return 1;
}

/* Whether this write or sync shall fail. */
static int fails(int fd) {
  char path[4096];
  if (!control || !control->fails || !path_of(fd, path, sizeof path)) return 0;
  if (!strstr(path, control->part)) return 0;
  if (__sync_sub_and_fetch(&control->countdown, 1) > 0) return 0;
  __sync_add_and_fetch(&control->failed, 1);
  errno = control->error;
  return 1;
}

static int is_remembered(int fd, struct stat *file) {
  char path[4096];
  if (!control || !control->remembers || !path_of(fd, path, sizeof path)) return 0;
  size_t length = strlen(control->folder);
  return strncmp(path, control->folder, length) == 0 && path[length] == '/' && fstat(fd, file) == 0 &&
         S_ISREG(file->st_mode);
}

static void append(const struct entry *entry, const void *old) {
  if (journal < 0 || journal_of != getpid()) {
    char path[512];
    journal_of = getpid();
    snprintf(path, sizeof path, "%s/%d", control->journals, (int)journal_of);
    journal = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (journal < 0) abort();
  }
  struct iovec parts[2] = {{(void *)entry, sizeof *entry}, {(void *)old, (size_t)entry->old_length}};
  ssize_t size = (ssize_t)(sizeof *entry + (size_t)entry->old_length);
  if (real_writev(journal, parts, entry->old_length ? 2 : 1) != size) abort();
}

/* Before the write: what is there now. */
static void remember(int fd, size_t length, off_t offset) {
  struct stat file;
  int before = errno;
  if (is_remembered(fd, &file)) {
    char path[64];
    char *old = malloc(length ? length : 1);
    ssize_t got = 0;
    /* The descriptor may be write-only. */
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    int reader = open(path, O_RDONLY | O_CLOEXEC);
    /* PostgreSQL's own log belongs to whoever started it and may not be read: nobody needs it after a power cut. */
    if (!old || reader < 0) {
      free(old);
      errno = before;
      return;
    }
    while (got < (ssize_t)length) {
      ssize_t piece = pread64(reader, old + got, length - (size_t)got, offset + got);
      if (piece <= 0) break;
      got += piece;
    }
    close(reader);
    struct entry entry = {__sync_add_and_fetch(&control->sequence, 1), 0, (int64_t)file.st_ino, offset,
                          file.st_size, (int64_t)length, got};
    append(&entry, old);
    free(old);
  }
  errno = before;
}

/* Everything written before `sequence` is on the disk now. */
static void forget(int fd, int64_t sequence) {
  struct stat file;
  int before = errno;
  if (sequence > 0 && is_remembered(fd, &file)) {
    struct entry entry = {sequence, 1, (int64_t)file.st_ino, 0, 0, 0, 0};
    append(&entry, NULL);
  }
  errno = before;
}

static int64_t now(void) {
  return control && control->remembers ? __sync_add_and_fetch(&control->sequence, 1) : 0;
}

static size_t total(const struct iovec *parts, int count) {
  size_t sum = 0;
  for (int index = 0; index < count; index++) sum += parts[index].iov_len;
  return sum;
}

/* Where a write without an offset goes. */
static off_t position(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return lseek64(fd, 0, flags >= 0 && (flags & O_APPEND) ? SEEK_END : SEEK_CUR);
}

static int is_file(int fd) {
  struct stat file;
  return control && control->remembers && fstat(fd, &file) == 0 && S_ISREG(file.st_mode);
}

ssize_t write(int fd, const void *bytes, size_t length) {
  if (fails(fd)) return -1;
  if (is_file(fd)) remember(fd, length, position(fd));
  return real_write(fd, bytes, length);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  if (fails(fd)) return -1;
  if (is_file(fd)) remember(fd, total(parts, count), position(fd));
  return real_writev(fd, parts, count);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t offset) {
  if (fails(fd)) return -1;
  remember(fd, length, offset);
  return real_pwrite(fd, bytes, length, offset);
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  return pwrite64(fd, bytes, length, offset);
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off_t offset) {
  if (fails(fd)) return -1;
  remember(fd, total(parts, count), offset);
  return real_pwritev(fd, parts, count, offset);
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  return pwritev64(fd, parts, count, offset);
}

int fsync(int fd) {
  if (fails(fd)) return -1;
  int64_t sequence = now();
  int result = real_fsync(fd);
  if (result == 0) forget(fd, sequence);
  return result;
}

int fdatasync(int fd) {
  if (fails(fd)) return -1;
  int64_t sequence = now();
  int result = real_fdatasync(fd);
  if (result == 0) forget(fd, sequence);
  return result;
}

int ftruncate64(int fd, off_t length) {
  if (fails(fd)) return -1;
  /* Putting back what stood in a part that is cut off would make it longer again. */
  int64_t sequence = now();
  int result = real_ftruncate(fd, length);
  if (result == 0) forget(fd, sequence);
  return result;
}
int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

int posix_fallocate64(int fd, off_t offset, off_t length) {
  if (fails(fd)) return errno;
  return real_posix_fallocate(fd, offset, length);
}
int posix_fallocate(int fd, off_t offset, off_t length) { return posix_fallocate64(fd, offset, length); }
