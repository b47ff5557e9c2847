/*
 * The three-tier template as it is saved, and nothing else, by hand: what a compiled program does in a CPU second. Figures: the
 * template's, as the event engine's compiler reads them with the default settings of a run.
 *
 *   users: Poisson 400 rps, four types; 10 ms on the device, whose cache has some of the first type's answers
 *     -> balancer (6 ms, round robin, at most 150 at once) -> two servers (16 cores shared by all, at most 24 at once)
 *     ~> cache (100 slots, hit 0.75) -> database (60 slots, two queues of storage operations)
 *
 * Every connection has jitter, a line of its own that messages take one by one, lost packets, failures, a rate limit, three retries
 * and, where somebody waits, a timeout of 5 s; a visit keeps its place while it waits for a call. What a server asks of the cache is a message
 * (~>): nobody waits for it. A client retries what failed for good three times. Calls that were given up go on.
 *
 * Events stand in a heap with four children a node, ordered by (time, sequence); those that come a fixed time after they were
 * scheduled stand in a ring for that time. Random numbers are of one stream; logarithms and the like are the C library's.
 *
 *   three-tier SECONDS WARM_UP_SECONDS SEED [COPIES PER_SECOND]
 *
 * SECONDS are simulated, the warm-up included. COPIES of the template stand side by side (1), each with so many requests PER_SECOND (400).
 */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

/* Of a squared coefficient of variation of 1. */
static inline double lognormal(double mean) {
  const double normal = sqrt(-2 * log(1 - uniform())) * cos(2 * M_PI * uniform());
  return mean * exp(sqrt(M_LN2) * normal - M_LN2 / 2);
}

/* The model. */

enum { TYPES = 4, RETRIES = 3, NOBODY = 255 };
static const double MIX[TYPES] = {0.4, 0.7, 0.85, 1};
static const double DEVICE_MS = 10, DEVICE_HITS = 0.3124004530314834;
static const double BALANCER_MS = 6, SERVER_MS = 40, CACHE_MS = 1, DATABASE_MS = 8, ASKED_MS = 1;
static const double CACHE_HITS = 0.75, TIMEOUT_MS = 5000;
static const double WAITS_MS[RETRIES] = {1000, 2000, 4000};
static const double STORAGE_MS[2] = {1000 / 5995.833333333333, 1000 / 2997.9166666666665};
/* A read that is no lookup goes to no cache. */
enum { LOOKUP = 0, UNSTORED = 2 };
enum { CORES = 16, MOST_AT_SERVER = 24, MOST_AT_BALANCER = 150, OPEN_MS = 8 };

enum station_of { BALANCER, SERVER_1, SERVER_2, CACHE, DATABASE, STATIONS };
static const double STATION_FAILS[STATIONS] = {0.005, 0.005, 0.005, 0.002, 0.001};

typedef struct {
  uint8_t target, replies, may_be_far;
  double latency_ms, setup_ms, request_ms, response_ms, loss, lost_ms, reconnect, reconnect_ms, per_ms, burst;
} link_model;

enum { TO_BALANCER, TO_SERVER_1, TO_SERVER_2, FROM_SERVER_1, FROM_SERVER_2, TO_DATABASE, LINKS };
static const link_model LINK[LINKS] = {
    {BALANCER, 1, 0, 65, 0.5, 0.028672, 0.229376, 0.010990000000000055, 260, 0.05, 136.825, 2.5, 2500},
    {SERVER_1, 1, 1, 2, 0, 0.008192, 0.08192, 0.001, 200, 0, 0, 30, 30000},
    {SERVER_2, 1, 1, 2, 0, 0.008192, 0.08192, 0.001, 200, 0, 0, 30, 30000},
    {CACHE, 0, 0, 2, 0, 0.008192, 0, 0.001, 200, 0, 0, 30, 30000},
    {CACHE, 0, 0, 2, 0, 0.008192, 0, 0.001, 200, 0, 0, 30, 30000},
    {DATABASE, 1, 0, 2, 0.8, 0.008192, 0.08192, 0.001, 200, 0, 0, 30, 30000},
};
static const double FAR_MS = 80, FAR_SHARE = 0.5, JITTER = 0.05, LINK_FAILS = 0.0001;
/* Those who ask the cache and the database have pools of connections. */
static const uint32_t POOL[LINKS] = {0, 0, 0, 100, 100, 40};

/* Calls. A request is one, too, whose link is NOBODY. */

typedef struct {
  double called_at, arrived_at;
  uint32_t caller, next, generation;
  uint32_t copy;
  uint8_t link, type, tries, marks;
} call;

/* Has a connection of a pool; is of a user who lives far from the servers. */
enum { POOLED = 1, FAR = 2 };

static const uint32_t NONE = UINT32_MAX;
static call *calls;
static uint32_t calls_used, calls_room, unused = UINT32_MAX;
/* The copy of the template in which something happens. */
static uint32_t copy;

static uint32_t new_call(uint32_t caller, uint8_t link, uint8_t type, uint8_t tries) {
  uint32_t index = unused;
  if (index != NONE) {
    unused = calls[index].next;
  } else {
    if (calls_used == calls_room) {
      calls_room = calls_room ? 2 * calls_room : 4096;
      calls = must(realloc(calls, calls_room * sizeof(call)));
    }
    index = calls_used++;
    calls[index].generation = 0;
  }
  call *one = &calls[index];
  one->caller = caller;
  one->copy = copy;
  one->link = link;
  one->type = type;
  one->tries = tries;
  one->marks = caller == NONE ? 0 : calls[caller].marks & FAR;
  return index;
}

static void drop_call(uint32_t index) {
  calls[index].generation++;
  calls[index].next = unused;
  unused = index;
}

/* Events. */

enum kind { ARRIVAL, FROM_DEVICE, ANSWERED, ARRIVED, SERVED, SHARED_SERVED, REPLIED, FAILED, RETRY, AGAIN, TIMED_OUT };

/* The bits of the time (never negative, so in order), the sequence and index * 16 + kind, 64 + 32 + 32 bits: compared as one. */
typedef unsigned __int128 event;

static double now;
static uint32_t sequence;

static inline event event_at(double time, uint32_t index, enum kind kind) {
  uint64_t bits;
  memcpy(&bits, &time, sizeof bits);
  return (event)bits << 64 | (uint64_t)sequence++ << 32 | (index << 4 | kind);
}

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
static uint32_t heap_end = ROOT, heap_room;

static void grow_heap(void) {
  const uint32_t room = heap_room ? 2 * heap_room : 4096;
  event *larger = must(aligned_alloc(64, room * sizeof(event)));
  if (heap_room) memcpy(larger, heap, heap_room * sizeof(event));
  for (uint32_t place = heap_room; place < room; place++) larger[place] = NEVER;
  free(heap);
  heap = larger;
  heap_room = room;
}

static void schedule(double time, uint32_t index, enum kind kind) {
  if (heap_end + 8 > heap_room) grow_heap();
  const event added = event_at(time, index, kind);
  uint32_t place = heap_end++;
  while (place > ROOT) {
    const uint32_t above = place / 4 + 2;
    if (added > heap[above]) break;
    heap[place] = heap[above];
    place = above;
  }
  heap[place] = added;
}

static event take_first(void) {
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

/* Events after a fixed time: those of calls that are over are skipped. */
typedef struct {
  event event;
  uint32_t generation;
} fixed_event;

typedef struct {
  double ms;
  fixed_event *ring;
  uint32_t first, count, room;
} fixed_times;

enum { AFTER_DEVICE, AFTER_BALANCER, AFTER_TIMEOUT, RINGS };
static fixed_times rings[RINGS];

static void schedule_fixed(int which, uint32_t index, enum kind kind) {
  fixed_times *times = &rings[which];
  if (times->count == times->room) {
    const uint32_t room = times->room ? 2 * times->room : 1024;
    fixed_event *larger = must(malloc(room * sizeof(fixed_event)));
    for (uint32_t i = 0; i < times->count; i++) larger[i] = times->ring[(times->first + i) & (times->room - 1)];
    free(times->ring);
    times->ring = larger;
    times->room = room;
    times->first = 0;
  }
  const uint32_t place = (times->first + times->count++) & (times->room - 1);
  times->ring[place] = (fixed_event){event_at(now + times->ms, index, kind), calls[index].generation};
}

static inline event first_of(fixed_times *times) {
  while (times->count > 0) {
    const fixed_event *one = &times->ring[times->first];
    if (calls[(uint32_t)one->event >> 4].generation == one->generation) return one->event;
    times->first = (times->first + 1) & (times->room - 1);
    times->count--;
  }
  return NEVER;
}

static event take_next(void) {
  event least = heap_end > ROOT ? heap[ROOT] : NEVER;
  int of = -1;
  for (int which = 0; which < RINGS; which++) {
    const event first = first_of(&rings[which]);
    if (first < least) {
      least = first;
      of = which;
    }
  }
  if (of < 0) return take_first();
  rings[of].first = (rings[of].first + 1) & (rings[of].room - 1);
  rings[of].count--;
  return least;
}

/* Response times: buckets of 1/128 octave, found in the bits of the number. */

enum { SPLIT_BITS = 7, LOWEST_EXPONENT = -20, OCTAVES = 60, BUCKETS = OCTAVES << SPLIT_BITS };
typedef struct {
  uint64_t recorded;
  double total_ms;
  uint32_t counts[BUCKETS];
} histogram;
static histogram responses;

static inline void record(histogram *times, double ms) {
  uint64_t bits;
  memcpy(&bits, &ms, sizeof bits);
  const int64_t bucket = (int64_t)(bits >> (52 - SPLIT_BITS)) - ((1023 + LOWEST_EXPONENT) << SPLIT_BITS);
  times->counts[bucket < 0 ? 0 : bucket < BUCKETS ? bucket : BUCKETS - 1]++;
  times->recorded++;
  times->total_ms += ms;
}

static double edge_of(int bucket) {
  const int inside = bucket & ((1 << SPLIT_BITS) - 1);
  return ldexp(1 + inside / (double)(1 << SPLIT_BITS), LOWEST_EXPONENT + (bucket >> SPLIT_BITS));
}

static double quantile(const histogram *times, double share) {
  const double rank = share * (double)times->recorded;
  double below = 0;
  for (int bucket = 0; bucket < BUCKETS; bucket++) {
    const double inside = (double)times->counts[bucket];
    if (inside > 0 && below + inside >= rank)
      return edge_of(bucket) + (edge_of(bucket + 1) - edge_of(bucket)) * ((rank - below) / inside);
    below += inside;
  }
  return NAN;
}

/* Rate limits: buckets of tokens. */

typedef struct {
  double per_ms, burst, tokens, then;
} bucket;

static bucket full(double per_ms, double burst) { return (bucket){per_ms, burst, burst, 0}; }

static inline int takes(bucket *limit) {
  const double tokens = limit->tokens + (now - limit->then) * limit->per_ms;
  limit->tokens = tokens < limit->burst ? tokens : limit->burst;
  limit->then = now;
  if (limit->tokens < 1 - 1e-9) return 0;
  limit->tokens -= 1;
  return 1;
}

/* Stations: a count, its integral over time, and a queue. */

typedef struct {
  uint32_t count, slots, first, last, waiting;
  double count_ms, changed_at;
} station;

static inline void count(station *at, int more) {
  at->count_ms += at->count * (now - at->changed_at);
  at->changed_at = now;
  at->count += (uint32_t)more;
}

static inline void push(uint32_t *first, uint32_t *last, uint32_t index) {
  calls[index].next = NONE;
  if (*first == NONE) *first = index;
  else calls[*last].next = index;
  *last = index;
}

/* Cores that are shared: ordered by the virtual time at which each visit is done. */

typedef struct {
  double done;
  uint32_t index;
} job;
typedef struct {
  double virtual_ms, virtual_at, due;
  uint32_t size;
  job jobs[MOST_AT_SERVER + 1];
} shared;

/* What each copy of the template has of its own. */
typedef struct {
  station stations[STATIONS];
  bucket link_limit[LINKS], balancer_limit, server_limit[2];
  double line_free[LINKS][2], storage_free[2];
  uint32_t pool_busy[LINKS], pool_opened, pool_first[LINKS], pool_last[LINKS];
  uint8_t next_server;
  shared cores[2];
  histogram at_station[STATIONS];
} system_state;
static system_state *systems, *here;

static inline double pace_of(const shared *at) { return at->size <= CORES ? 1 : CORES / (double)at->size; }

static inline void advance(shared *at) {
  at->virtual_ms += (now - at->virtual_at) * pace_of(at);
  at->virtual_at = now;
}

static void add_job(shared *at, double ms, uint32_t index) {
  const double done = at->virtual_ms + ms;
  uint32_t place = at->size++;
  while (place > 0 && at->jobs[(place - 1) / 2].done > done) {
    at->jobs[place] = at->jobs[(place - 1) / 2];
    place = (place - 1) / 2;
  }
  at->jobs[place] = (job){done, index};
}

static uint32_t take_job(shared *at) {
  const uint32_t index = at->jobs[0].index;
  const job last = at->jobs[--at->size];
  uint32_t place = 0;
  for (;;) {
    uint32_t child = 2 * place + 1;
    if (child >= at->size) break;
    if (child + 1 < at->size && at->jobs[child + 1].done < at->jobs[child].done) child++;
    if (at->jobs[child].done >= last.done) break;
    at->jobs[place] = at->jobs[child];
    place = child;
  }
  at->jobs[place] = last;
  return index;
}

static void schedule_end(int server) {
  shared *at = &here->cores[server];
  if (at->size == 0) return;
  const double left = at->jobs[0].done - at->virtual_ms;
  const double due = now + (left > 0 ? left : 0) / pace_of(at);
  if (due >= at->due) return;
  at->due = due;
  schedule(due, 2 * copy + (uint32_t)server, SHARED_SERVED);
}

/* What happens. */

static uint64_t made, completed, failed, retried, lost_messages, events;
static double warm_up_ms, gap_ms;

static void call_failed(uint32_t index);

static inline double over_line(int link, int back, double ms) {
  if (ms == 0) return 0;
  double *free_at = &here->line_free[link][back];
  const double begins = *free_at > now ? *free_at : now;
  *free_at = begins + ms;
  return *free_at - now;
}

static inline double far_ms(const link_model *link, uint32_t index) {
  return link->may_be_far && calls[index].marks & FAR ? FAR_MS : 0;
}

static inline double latency(const link_model *link, uint32_t index) {
  return link->latency_ms * (1 + JITTER * (2 * uniform() - 1)) + far_ms(link, index);
}

static void cross(uint32_t index, double first_ms) {
  const int at = calls[index].link;
  const link_model *link = &LINK[at];
  double ms = first_ms + link->setup_ms + latency(link, index) + over_line(at, 0, link->request_ms);
  const double packet = uniform();
  if (packet >= 1 - link->loss) ms += link->lost_ms * floor(log(1 - packet) / log(link->loss));
  if (link->reconnect > 0 && uniform() < link->reconnect) ms += link->reconnect_ms;
  schedule(now + ms, index, uniform() < LINK_FAILS ? FAILED : ARRIVED);
}

static void take_pool_slot(uint32_t index) {
  const int link = calls[index].link;
  here->pool_busy[link]++;
  calls[index].marks |= POOLED;
  const int opens = link == TO_DATABASE && here->pool_busy[link] > here->pool_opened;
  if (opens) here->pool_opened = here->pool_busy[link];
  cross(index, opens ? OPEN_MS : 0);
}

static void begin(uint32_t index) {
  call *one = &calls[index];
  const int link = one->link;
  one->called_at = now;
  if (one->caller != NONE) schedule_fixed(AFTER_TIMEOUT, index, TIMED_OUT);
  if (!takes(&here->link_limit[link])) call_failed(index);
  else if (POOL[link] == 0) cross(index, 0);
  else if (here->pool_busy[link] < POOL[link]) take_pool_slot(index);
  else push(&here->pool_first[link], &here->pool_last[link], index);
}

static void release(uint32_t index) {
  const int link = calls[index].link;
  if (!(calls[index].marks & POOLED)) return;
  here->pool_busy[link]--;
  const uint32_t waiting = here->pool_first[link];
  if (waiting == NONE) return;
  here->pool_first[link] = calls[waiting].next;
  take_pool_slot(waiting);
}

static void end_call(uint32_t index) {
  release(index);
  drop_call(index);
}

static void fail_back(uint32_t index) {
  const link_model *link = &LINK[calls[index].link];
  if (link->replies) schedule(now + link->latency_ms + far_ms(link, index), index, FAILED);
  else call_failed(index);
}

static void serve(uint32_t index, int at) {
  const uint8_t type = calls[index].type;
  if (at == CACHE) {
    schedule(now + lognormal(CACHE_MS), index, SERVED);
    return;
  }
  const double drawn = lognormal(DATABASE_MS);
  double *free_at = &here->storage_free[type & 1];
  const double begins = *free_at > now ? *free_at : now;
  *free_at = begins + STORAGE_MS[type & 1];
  schedule(begins + drawn, index, SERVED);
}

static void leave(uint32_t index, int at) {
  station *left = &here->stations[at];
  record(&here->at_station[at], now - calls[index].arrived_at);
  count(left, -1);
  if (left->slots == 0 || left->first == NONE) return;
  const uint32_t waiting = left->first;
  left->first = calls[waiting].next;
  left->waiting--;
  serve(waiting, at);
}

static void arrive(uint32_t index) {
  const int at = LINK[calls[index].link].target;
  station *visited = &here->stations[at];
  calls[index].arrived_at = now;
  if (at == BALANCER) {
    if (!takes(&here->balancer_limit) || visited->count >= MOST_AT_BALANCER) fail_back(index);
    else {
      count(visited, 1);
      schedule_fixed(AFTER_BALANCER, index, SERVED);
    }
  } else if (at == SERVER_1 || at == SERVER_2) {
    shared *jobs = &here->cores[at - SERVER_1];
    if (!takes(&here->server_limit[at - SERVER_1]) || visited->count >= MOST_AT_SERVER) fail_back(index);
    else {
      count(visited, 1);
      const double ms = lognormal(SERVER_MS) + ASKED_MS;
      advance(jobs);
      add_job(jobs, ms, index);
      schedule_end(at - SERVER_1);
    }
  } else {
    const int has_slot = visited->count < visited->slots;
    count(visited, 1);
    if (has_slot) serve(index, at);
    else {
      visited->waiting++;
      push(&visited->first, &visited->last, index);
    }
  }
}

/* A visit has all that it asked for. */
static void finish(uint32_t index) {
  const int at = calls[index].link;
  const link_model *link = &LINK[at];
  leave(index, link->target);
  if (link->replies) schedule(now + latency(link, index) + over_line(at, 1, link->response_ms), index, REPLIED);
  else end_call(index);
}

static void served(uint32_t index) {
  const uint8_t type = calls[index].type;
  const int at = LINK[calls[index].link].target;
  if (uniform() < STATION_FAILS[at]) {
    leave(index, at);
    fail_back(index);
    return;
  }
  switch (at) {
    case BALANCER:
      begin(new_call(index, TO_SERVER_1 + here->next_server, type, 0));
      here->next_server ^= 1;
      break;
    case SERVER_1:
    case SERVER_2:
      if (type != UNSTORED) begin(new_call(NONE, (uint8_t)(FROM_SERVER_1 + at - SERVER_1), type, 0));
      finish(index);
      break;
    case CACHE:
      if (type == LOOKUP && uniform() < CACHE_HITS) finish(index);
      else begin(new_call(index, TO_DATABASE, type, 0));
      break;
    default:
      finish(index);
  }
}

static void served_shared(int server) {
  shared *at = &here->cores[server];
  if (at->due <= now) at->due = INFINITY;
  advance(at);
  uint32_t done[MOST_AT_SERVER], ended = 0;
  while (at->size > 0 && at->jobs[0].done - at->virtual_ms <= 1e-9 + now * 1e-15) done[ended++] = take_job(at);
  schedule_end(server);
  for (uint32_t i = 0; i < ended; i++) served(done[i]);
}

static void begin_request(uint32_t index) { begin(new_call(index, TO_BALANCER, calls[index].type, 0)); }

/* A call will not succeed: its caller fails, too. */
static void caller_fails(uint32_t caller) {
  if (calls[caller].link != NOBODY) {
    leave(caller, LINK[calls[caller].link].target);
    fail_back(caller);
    return;
  }
  if (calls[caller].tries < RETRIES) {
    schedule(now + WAITS_MS[calls[caller].tries++], caller, AGAIN);
    return;
  }
  failed++;
  drop_call(caller);
}

static void try_again_or_fail(uint32_t caller, uint8_t link, uint8_t type, uint8_t tries) {
  if (tries < RETRIES) {
    retried++;
    schedule(now + WAITS_MS[tries], new_call(caller, link, type, (uint8_t)(tries + 1)), RETRY);
  } else if (caller != NONE) caller_fails(caller);
  else lost_messages++;
}

static void call_failed(uint32_t index) {
  const call one = calls[index];
  end_call(index);
  if (one.caller != NONE || !LINK[one.link].replies) try_again_or_fail(one.caller, one.link, one.type, one.tries);
}

static void timed_out(uint32_t index) {
  const call one = calls[index];
  if (one.caller == NONE) return;
  calls[index].caller = NONE;
  try_again_or_fail(one.caller, one.link, one.type, one.tries);
}

static void complete(uint32_t request) {
  completed++;
  if (now >= warm_up_ms) record(&responses, now - calls[request].called_at);
  drop_call(request);
}

/* A visit or a request goes on after a call. */
static void goes_on(uint32_t index) {
  if (calls[index].link == NOBODY) complete(index);
  else finish(index);
}

static void replied(uint32_t index) {
  const uint32_t caller = calls[index].caller;
  end_call(index);
  if (caller != NONE) goes_on(caller);
}

static void new_request(void) {
  schedule(now + exponential(gap_ms), copy, ARRIVAL);
  const double drawn = uniform();
  uint8_t type = 0;
  while (drawn >= MIX[type]) type++;
  const uint32_t request = new_call(NONE, NOBODY, type, 0);
  calls[request].called_at = now;
  if (uniform() < FAR_SHARE) calls[request].marks |= FAR;
  made++;
  schedule_fixed(AFTER_DEVICE, request, type == LOOKUP && uniform() < DEVICE_HITS ? ANSWERED : FROM_DEVICE);
}

static double cpu_seconds(void) {
  struct timespec cpu;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
  return (double)cpu.tv_sec + (double)cpu.tv_nsec * 1e-9;
}

static uint32_t copy_of(uint32_t index, enum kind kind) {
  return kind == ARRIVAL ? index : kind == SHARED_SERVED ? index / 2 : calls[index].copy;
}

int main(int argc, char **argv) {
  if (argc != 4 && argc != 6) {
    fputs("Usage: three-tier SECONDS WARM_UP_SECONDS SEED [COPIES PER_SECOND]\n", stderr);
    return 2;
  }
  const double end_ms = 1000 * atof(argv[1]);
  warm_up_ms = 1000 * atof(argv[2]);
  seed_words(strtoull(argv[3], NULL, 10));
  const uint32_t copies = argc > 4 ? (uint32_t)strtoul(argv[4], NULL, 10) : 1;
  gap_ms = 1000 / (argc > 5 ? atof(argv[5]) : 400);
  systems = must(calloc(copies, sizeof(system_state)));
  rings[AFTER_DEVICE].ms = DEVICE_MS;
  rings[AFTER_BALANCER].ms = BALANCER_MS;
  rings[AFTER_TIMEOUT].ms = TIMEOUT_MS;
  for (copy = 0; copy < copies; copy++) {
    here = &systems[copy];
    for (int i = 0; i < STATIONS; i++) here->stations[i].first = NONE;
    here->stations[CACHE].slots = 100;
    here->stations[DATABASE].slots = 60;
    for (int i = 0; i < LINKS; i++) {
      here->link_limit[i] = full(LINK[i].per_ms, LINK[i].burst);
      here->pool_first[i] = NONE;
    }
    here->balancer_limit = full(10, 10000);
    for (int i = 0; i < 2; i++) {
      here->server_limit[i] = full(2, 2000);
      here->cores[i].due = INFINITY;
    }
    here->pool_opened = 5;
    schedule(exponential(gap_ms), copy, ARRIVAL);
  }

  uint64_t warm_up_events = 0;
  double warm_up_cpu = 0;
  for (;; events++) {
    const event next = take_next();
    const double time = time_of(next);
    if (time > end_ms) break;
    if (now < warm_up_ms && time >= warm_up_ms) {
      warm_up_events = events;
      warm_up_cpu = cpu_seconds();
    }
    now = time;
    const uint32_t index = (uint32_t)next >> 4;
    const enum kind kind = (enum kind)((uint32_t)next & 15);
    copy = copy_of(index, kind);
    here = &systems[copy];
    switch (kind) {
      case ARRIVAL: new_request(); break;
      case FROM_DEVICE:
      case AGAIN: begin_request(index); break;
      case ANSWERED: complete(index); break;
      case ARRIVED: arrive(index); break;
      case SERVED: served(index); break;
      case SHARED_SERVED: served_shared((int)(index % 2)); break;
      case REPLIED: replied(index); break;
      case FAILED: call_failed(index); break;
      case RETRY: begin(index); break;
      case TIMED_OUT: timed_out(index); break;
    }
  }

  const double cpu = cpu_seconds();
  printf("{\"requests\":%llu,\"completed\":%llu,\"failed\":%llu,\"retries\":%llu,\"lostMessages\":%llu,\"events\":%llu,"
         "\"cpuSeconds\":%.6f,\"nsPerEvent\":%.3f,\"mean\":%.6f,\"p50\":%.6f,\"p95\":%.6f,\"p99\":%.6f,\"database\":%.6f}\n",
         (unsigned long long)made, (unsigned long long)completed, (unsigned long long)failed,
         (unsigned long long)retried, (unsigned long long)lost_messages, (unsigned long long)events,
         cpu, 1e9 * (cpu - warm_up_cpu) / (double)(events - warm_up_events), responses.total_ms / (double)responses.recorded,
         quantile(&responses, 0.5), quantile(&responses, 0.95), quantile(&responses, 0.99),
         here->at_station[DATABASE].total_ms / (double)here->at_station[DATABASE].recorded);
  return 0;
}
