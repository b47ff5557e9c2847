/*
 * The three-tier workload and nothing else, by hand: what a compiled program with a heap of events does in a CPU second.
 *
 *   Poisson 1,000 rps -> load balancer (1 ms, round robin) -> 4 servers of 8 slots (25 ms, exponential)
 *     -> cache (1 ms, hit 0.8) -> database of 20 slots (10 ms, exponential)
 *
 * A node is released when the request moves on. The client waits 1 s and tries twice more, at once; work that it gave up goes on.
 * Every stage has two events, an arrival and a departure; timeouts are events, too. The heap has four children a node and is
 * ordered by (time, sequence).
 *
 *   three-tier SECONDS WARM_UP_SECONDS SEED     (simulated seconds, the warm-up included)
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SERVERS = 4, SERVER_SLOTS = 8, DATABASE_SLOTS = 20, MOST_RETRIES = 2 };
static const double GAP_MS = 1, BALANCER_MS = 1, SERVER_MS = 25, CACHE_MS = 1, DATABASE_MS = 10, TIMEOUT_MS = 1000;
static const double HIT_RATE = 0.8;

static void *must(void *memory) {
  if (memory == NULL) {
    fputs("There is not enough memory.\n", stderr);
    exit(1);
  }
  return memory;
}

/* Random numbers: xoshiro256+ (Blackman and Vigna 2018), seeded by splitmix64. */

static uint64_t words[4];

static void seed_words(uint64_t seed) {
  for (int i = 0; i < 4; i++) {
    seed += 0x9e3779b97f4a7c15u;
    uint64_t mixed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    words[i] = mixed ^ (mixed >> 31);
  }
}

static inline double uniform(void) {
  const uint64_t result = words[0] + words[3], shifted = words[1] << 17;
  words[2] ^= words[0];
  words[3] ^= words[1];
  words[1] ^= words[2];
  words[0] ^= words[3];
  words[2] ^= shifted;
  words[3] = (words[3] << 45) | (words[3] >> 19);
  return (double)(result >> 11) * 0x1p-53;
}

static inline double exponential(double mean) { return -mean * log(1 - uniform()); }

/* Events: a heap whose four children share a cache line. */

enum kind { NEW_REQUEST, AT_BALANCER, FROM_BALANCER, AT_SERVER, FROM_SERVER, AT_CACHE, FROM_CACHE, AT_DATABASE,
            FROM_DATABASE, TIMEOUT };

/* The bits of the time (never negative, so in order), the sequence and attempt * 16 + kind, 64 + 32 + 32 bits: compared as one. */
typedef unsigned __int128 event;

static inline double time_of(event one) {
  const uint64_t bits = (uint64_t)(one >> 64);
  double time;
  memcpy(&time, &bits, sizeof time);
  return time;
}

/* The first entry stands at 3, so that the children of i stand from 4 (i - 2) on. What lies behind the last one comes after all. */
enum { ROOT = 3 };
static const event NEVER = ~(event)0;
static event *heap;
static uint32_t heap_end = ROOT, heap_room, sequence;

static void schedule(double time, uint32_t attempt, enum kind kind) {
  if (heap_end + 8 > heap_room) {
    const uint32_t room = heap_room ? 2 * heap_room : 4096;
    event *larger = must(aligned_alloc(64, room * sizeof(event)));
    if (heap_room) memcpy(larger, heap, heap_room * sizeof(event));
    for (uint32_t place = heap_room; place < room; place++) larger[place] = NEVER;
    free(heap);
    heap = larger;
    heap_room = room;
  }
  uint64_t bits;
  memcpy(&bits, &time, sizeof bits);
  const event added = (event)bits << 64 | (uint64_t)sequence++ << 32 | (attempt << 4 | kind);
  uint32_t place = heap_end++;
  while (place > ROOT) {
    const uint32_t above = place / 4 + 2;
    if (added > heap[above]) break;
    heap[place] = heap[above];
    place = above;
  }
  heap[place] = added;
}

static event take_next(void) {
  const event first = heap[ROOT], last = heap[--heap_end];
  heap[heap_end] = NEVER;
  uint32_t place = ROOT;
  for (;;) {
    const uint32_t child = 4 * (place - 2);
    if (child >= heap_end) break;
    const uint32_t left = child + (heap[child + 1] < heap[child]);
    const uint32_t right = child + 2 + (heap[child + 3] < heap[child + 2]);
    const uint32_t least = heap[right] < heap[left] ? right : left;
    if (heap[least] > last) break;
    heap[place] = heap[least];
    place = least;
  }
  if (heap_end > ROOT) heap[place] = last;
  return first;
}

/* Attempts: kept until the work has ended and the timeout has come. */

typedef struct {
  double born; /* when the request was made */
  uint32_t next;
  uint8_t retries, server, is_over, is_given_up;
} attempt;

static const uint32_t NONE = UINT32_MAX;
static attempt *attempts;
static uint32_t attempts_used, attempts_room, unused = UINT32_MAX;

static uint32_t new_attempt(double born, uint8_t retries) {
  uint32_t index = unused;
  if (index != NONE) {
    unused = attempts[index].next;
  } else {
    if (attempts_used == attempts_room) {
      attempts_room = attempts_room ? 2 * attempts_room : 4096;
      attempts = must(realloc(attempts, attempts_room * sizeof(attempt)));
    }
    index = attempts_used++;
  }
  attempts[index] = (attempt){born, NONE, retries, 0, 0, 0};
  return index;
}

static void drop_attempt(uint32_t index) {
  attempts[index].next = unused;
  unused = index;
}

/* Stations: slots with one queue, first come, first served. */

typedef struct {
  uint32_t free_slots, first, last;
} station;

static inline int enters(station *at, uint32_t index) {
  if (at->free_slots > 0) {
    at->free_slots--;
    return 1;
  }
  attempts[index].next = NONE;
  if (at->first == NONE) at->first = index;
  else attempts[at->last].next = index;
  at->last = index;
  return 0;
}

/* Gives the slot to the one that waits longest, which is returned. */
static inline uint32_t leaves(station *at) {
  const uint32_t waiting = at->first;
  if (waiting == NONE) at->free_slots++;
  else at->first = attempts[waiting].next;
  return waiting;
}

/* Response times: buckets of 1/128 octave, found in the bits of the number. */

enum { SPLIT_BITS = 7, LOWEST_EXPONENT = -20, OCTAVES = 60, BUCKETS = OCTAVES << SPLIT_BITS };
static uint64_t counts[BUCKETS];
static uint64_t recorded;
static double total_ms;

static inline void record(double ms) {
  uint64_t bits;
  memcpy(&bits, &ms, sizeof bits);
  const int64_t bucket = (int64_t)(bits >> (52 - SPLIT_BITS)) - ((1023 + LOWEST_EXPONENT) << SPLIT_BITS);
  counts[bucket < 0 ? 0 : bucket < BUCKETS ? bucket : BUCKETS - 1]++;
  recorded++;
  total_ms += ms;
}

static double edge_of(int bucket) {
  const int inside = bucket & ((1 << SPLIT_BITS) - 1);
  return ldexp(1 + inside / (double)(1 << SPLIT_BITS), LOWEST_EXPONENT + (bucket >> SPLIT_BITS));
}

static double quantile(double share) {
  const double rank = share * (double)recorded;
  double below = 0;
  for (int bucket = 0; bucket < BUCKETS; bucket++) {
    const double inside = (double)counts[bucket];
    if (inside > 0 && below + inside >= rank)
      return edge_of(bucket) + (edge_of(bucket + 1) - edge_of(bucket)) * ((rank - below) / inside);
    below += inside;
  }
  return NAN;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fputs("Usage: three-tier SECONDS WARM_UP_SECONDS SEED\n", stderr);
    return 2;
  }
  const double end_ms = 1000 * atof(argv[1]), warm_up_ms = 1000 * atof(argv[2]);
  seed_words(strtoull(argv[3], NULL, 10));

  station servers[SERVERS], database = {DATABASE_SLOTS, NONE, NONE};
  for (int i = 0; i < SERVERS; i++) servers[i] = (station){SERVER_SLOTS, NONE, NONE};
  uint8_t next_server = 0;
  uint64_t made = 0, completed = 0, failed = 0, retried = 0, events = 0;

  schedule(exponential(GAP_MS), 0, NEW_REQUEST);
  for (;; events++) {
    const event next = take_next();
    const double now = time_of(next);
    if (now >= end_ms) break;
    const uint32_t index = (uint32_t)next >> 4;
    switch ((enum kind)((uint32_t)next & 15)) {
      case NEW_REQUEST: {
        const uint32_t fresh = new_attempt(now, 0);
        made++;
        schedule(now, fresh, AT_BALANCER);
        schedule(now + TIMEOUT_MS, fresh, TIMEOUT);
        schedule(now + exponential(GAP_MS), 0, NEW_REQUEST);
        break;
      }
      case AT_BALANCER:
        schedule(now + BALANCER_MS, index, FROM_BALANCER);
        break;
      case FROM_BALANCER:
        attempts[index].server = next_server;
        next_server = (uint8_t)((next_server + 1) % SERVERS);
        schedule(now, index, AT_SERVER);
        break;
      case AT_SERVER:
        if (enters(&servers[attempts[index].server], index))
          schedule(now + exponential(SERVER_MS), index, FROM_SERVER);
        break;
      case FROM_SERVER: {
        const uint32_t waiting = leaves(&servers[attempts[index].server]);
        if (waiting != NONE) schedule(now + exponential(SERVER_MS), waiting, FROM_SERVER);
        schedule(now, index, AT_CACHE);
        break;
      }
      case AT_CACHE:
        schedule(now + CACHE_MS, index, FROM_CACHE);
        break;
      case FROM_CACHE:
        if (uniform() >= HIT_RATE) {
          schedule(now, index, AT_DATABASE);
          break;
        }
        goto over;
      case AT_DATABASE:
        if (enters(&database, index)) schedule(now + exponential(DATABASE_MS), index, FROM_DATABASE);
        break;
      case FROM_DATABASE: {
        const uint32_t waiting = leaves(&database);
        if (waiting != NONE) schedule(now + exponential(DATABASE_MS), waiting, FROM_DATABASE);
        goto over;
      }
      over:
        if (attempts[index].is_given_up) {
          drop_attempt(index);
          break;
        }
        attempts[index].is_over = 1;
        completed++;
        if (now >= warm_up_ms) record(now - attempts[index].born);
        break;
      case TIMEOUT: {
        if (attempts[index].is_over) {
          drop_attempt(index);
          break;
        }
        attempts[index].is_given_up = 1;
        if (attempts[index].retries == MOST_RETRIES) {
          failed++;
          break;
        }
        retried++;
        const uint32_t again = new_attempt(attempts[index].born, (uint8_t)(attempts[index].retries + 1));
        schedule(now, again, AT_BALANCER);
        schedule(now + TIMEOUT_MS, again, TIMEOUT);
        break;
      }
    }
  }

  struct timespec cpu;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
  printf("{\"requests\":%llu,\"completed\":%llu,\"failed\":%llu,\"retries\":%llu,\"events\":%llu,\"cpuSeconds\":%.6f,"
         "\"mean\":%.6f,\"p50\":%.6f,\"p95\":%.6f,\"p99\":%.6f,\"p999\":%.6f}\n",
         (unsigned long long)made, (unsigned long long)completed, (unsigned long long)failed,
         (unsigned long long)retried, (unsigned long long)events, (double)cpu.tv_sec + (double)cpu.tv_nsec * 1e-9,
         total_ms / (double)recorded, quantile(0.5), quantile(0.95), quantile(0.99), quantile(0.999));
  return 0;
}
