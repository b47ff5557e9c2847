/*
 * Pending events: those of the current day in a heap of four children, later ones in a calendar queue, those of a fixed delay in a ring
 * of their own. And what is due immediately, as a stack.
 */

import { INF, NONE, generationOf, grown, isDead, largerRoom, run } from './state'

export const FIFO_KIND: i32 = 31
export const KIND_BITS: i32 = 5
/** `day`: the one that it waits for, unless it is in the heap. */
@unmanaged export class Event { due: f64; sequence: i32; what: i32; generation: i32; next: i32; day: i64 }
/** So that the place of an event takes no multiplication. */
const EVENT_SHIFT: i32 = 5
export let eventRows: usize = grown(0, 0, 64 << EVENT_SHIFT)
export let eventRoom: i32 = 64
export let eventsMade: i32 = 0
export let freeEvent: i32 = NONE
export let sequence: i32 = 0
export let heapDue: usize = grown(0, 0, 64 * 8)
export let heapRow: usize = grown(0, 0, 64 * 4)
export let heapRoom: i32 = 64
export let heapSize: i32 = 0
export let lastTime: f64 = 0
export let eventKind: i32 = 0
export let eventRecord: i32 = 0
export let eventGeneration: i32 = 0

export function isExhausted(): bool {
  return sequence < 0 || sequence > 2000000000
}

@unmanaged export class Fifo { delay: f64; row: i32; head: i32; length: i32; room: i32; ring: i32 }
const MOST_FIFOS: i32 = 4096
export const fifos: usize = heap.alloc(MOST_FIFOS << 5)
export let fifoCount: i32 = 0

@inline export function fifoAt(index: i32): Fifo {
  return changetype<Fifo>(fifos + (<usize>index << 5))
}

@inline export function eventAt(index: i32): Event {
  return changetype<Event>(eventRows + (<usize>index << EVENT_SHIFT))
}

@inline export function ringAt(fifo: Fifo, index: i32): Event {
  return changetype<Event>(<usize>fifo.ring + <usize>index * 24)
}

export function takeEvent(): i32 {
  let at = freeEvent
  if (at != NONE) {
    freeEvent = eventAt(at).next
    return at
  }
  at = eventsMade
  eventsMade += 1
  if (at == eventRoom) {
    const larger = largerRoom(eventRoom)
    eventRows = grown(eventRows, eventRoom << EVENT_SHIFT, larger << EVENT_SHIFT)
    eventRoom = larger
  }
  return at
}

@inline export function due(at: i32): f64 {
  return load<f64>(heapDue + (<usize>at << 3))
}

@inline export function rowAt(at: i32): i32 {
  return load<i32>(heapRow + (<usize>at << 2))
}

@inline export function put(at: i32, time: f64, owner: i32): void {
  store<f64>(heapDue + (<usize>at << 3), time)
  store<i32>(heapRow + (<usize>at << 2), owner)
}

@inline export function isOrdered(time: f64, owner: i32, other: f64, otherRow: i32): bool {
  return time < other || (time == other && eventAt(owner).sequence - eventAt(otherRow).sequence < 0)
}

export function pushHeap(owner: i32, time: f64): void {
  if (heapSize == heapRoom) {
    const larger = heapRoom * 2
    heapDue = grown(heapDue, heapRoom * 8, larger * 8)
    heapRow = grown(heapRow, heapRoom * 4, larger * 4)
    heapRoom = larger
  }
  let position = heapSize
  heapSize += 1
  while (position > 0) {
    const parent = (position - 1) >> 2
    if (isOrdered(due(parent), rowAt(parent), time, owner)) break
    put(position, due(parent), rowAt(parent))
    position = parent
  }
  put(position, time, owner)
}

// Events of later days wait in a calendar queue (Brown 1988): unsorted in a ring of days of equal length. So short that most have one
// event at most, which needs no heap; a bit for each day says which have any.
export const NO_DAYS: i64 = i64.MAX_VALUE
/** 2^52: a float from there on is whole, and its low bits are how much it is beyond. */
export const WHOLE: f64 = 4503599627370496
export const FIRST_DAY: i64 = reinterpret<i64>(WHOLE)
export const LAST_DAY: f64 = 4e15
export const PER_DAY: f64 = 0.25
export const COVERED: f64 = 8
export const FEWEST_DAYS: i32 = 64
/** They take eight megabytes; later events wait for another round. */
export const MOST_DAYS: i32 = 1 << 21
export const CROWDED: i32 = 16
export const SAMPLE: i32 = 255
/** Scheduled events after which days are laid out anew: so many at first, then twice as many each time, up to the second. */
export const SETTLING: i32 = 1024
export const SETTLED: i32 = 16777216
export let day: i64 = NO_DAYS
export let origin: f64 = 0
export let daysPerMs: f64 = 0
export let days: usize = 0
export let filled: usize = 0
export let dayCount: i32 = 0
export let dayRoom: i32 = 0
export let laterSize: i32 = 0
export let expected: i32 = 0
export let hadEmptyRound: bool = false
export let laidOutAt: i32 = 0
export let distributed: i32 = 0
export let nextLayOut: i32 = 0
export let gathered: usize = 0
export let gatherRoom: i32 = 0
export const sample: usize = heap.alloc((SAMPLE + 1) << 3)

/** The day of a time; a later time has no earlier day. Rounded, since truncating takes longer. */
@inline export function dayOf(time: f64): i64 {
  const wanted = (time - origin) * daysPerMs
  return reinterpret<i64>((wanted < LAST_DAY ? wanted : LAST_DAY) + WHOLE)
}

@inline export function placeOf(wanted: i64): i32 {
  return <i32>wanted & (dayCount - 1)
}

@inline export function bucketAt(place: i32): usize {
  return days + (<usize>place << 2)
}

@inline export function wordAt(place: i32): usize {
  return filled + (<usize>(place >>> 6) << 3)
}

@inline export function bitOf(place: i32): u64 {
  return (<u64>1) << (<u64>place & 63)
}

@inline export function putLater(owner: i32, due: i64): void {
  const place = placeOf(due)
  const bucket = bucketAt(place)
  const e = eventAt(owner)
  e.day = due
  e.next = load<i32>(bucket)
  store<i32>(bucket, owner)
  const word = wordAt(place)
  store<u64>(word, load<u64>(word) | bitOf(place))
}

export function push(owner: i32, time: f64): void {
  if (day != NO_DAYS) {
    const due = dayOf(time)
    if (due > day) {
      eventAt(owner).due = time
      putLater(owner, due)
      laterSize += 1
      return
    }
  }
  pushHeap(owner, time)
  if (heapSize > CROWDED && sequence - laidOutAt >= distributed) layOut()
}

/** The first place from one on that has any event. */
@inline export function filledFrom(from: i32): i32 {
  let at = from >>> 6
  let word = load<u64>(filled + (<usize>at << 3)) & ((<u64>-1) << (<u64>from & 63))
  while (word == 0) {
    at = (at + 1) & ((dayCount >>> 6) - 1)
    word = load<u64>(filled + (<usize>at << 3))
  }
  return (at << 6) + <i32>ctz(word)
}

@inline export function clear(place: i32): void {
  store<i32>(bucketAt(place), NONE)
  const word = wordAt(place)
  store<u64>(word, load<u64>(word) & ~bitOf(place))
}

/** Scheduled events after which it is looked whether the days still suit. */
export const LOOKED_AFTER: i32 = 64
export let lookAt: i32 = 0

export function isOutgrown(): bool {
  lookAt = sequence + LOOKED_AFTER
  return laterSize > 4 * expected || (4 * laterSize < expected && expected > FEWEST_DAYS) || hadEmptyRound || sequence >= nextLayOut
}

/** Opens the next day that has events where that is one event alone, as most are. Returns it, or NONE. */
@inline export function openSingle(): i32 {
  if (laterSize == 0) return NONE
  if (sequence >= lookAt) return NONE
  const from = placeOf(day + 1)
  const place = filledFrom(from)
  const owner = load<i32>(bucketAt(place))
  const e = eventAt(owner)
  if (e.next != NONE) return NONE
  const opened = day + 1 + ((place - from) & (dayCount - 1))
  if (e.day != opened) return NONE
  day = opened
  laterSize -= 1
  clear(place)
  return owner
}

/** Brings the next day that has events into the heap. */
export function open(): void {
  if (laterSize == 0) return
  if (sequence >= lookAt && isOutgrown()) {
    layOut()
    if (heapSize > 0) return
  }
  let skipped = 0
  do {
    if (skipped < dayCount) {
      const from = placeOf(day + 1)
      const further = 1 + ((filledFrom(from) - from) & (dayCount - 1))
      day += further
      skipped += further
    } else {
      day = firstDay()
      skipped += 1
      hadEmptyRound = true
      lookAt = 0
    }
    const place = placeOf(day)
    let owner = load<i32>(bucketAt(place))
    clear(place)
    while (owner != NONE) {
      const e = eventAt(owner)
      const follows = e.next
      if (e.day <= day) {
        laterSize -= 1
        pushHeap(owner, e.due)
      } else putLater(owner, e.day)
      owner = follows
    }
  } while (heapSize == 0)
}

export function firstDay(): i64 {
  let least = INF
  for (let index = 0; index < dayCount; index++)
    for (let owner = load<i32>(days + (<usize>index << 2)); owner != NONE; owner = eventAt(owner).next) least = min<f64>(least, eventAt(owner).due)
  return dayOf(least)
}

/** Lays the days out anew for all events, and distributes them. */
export function layOut(): void {
  const all = heapSize + laterSize
  if (all > gatherRoom) {
    gatherRoom = all * 2
    if (gathered != 0) heap.free(gathered)
    gathered = heap.alloc(gatherRoom * 4)
  }
  let count = 0
  for (let index = 0; index < heapSize; index++) {
    const owner = rowAt(index)
    eventAt(owner).due = due(index)
    store<i32>(gathered + (<usize>count << 2), owner)
    count += 1
  }
  if (day != NO_DAYS)
    for (let index = 0; index < dayCount; index++)
      for (let owner = load<i32>(days + (<usize>index << 2)); owner != NONE; owner = eventAt(owner).next) {
        store<i32>(gathered + (<usize>count << 2), owner)
        count += 1
      }
  heapSize = 0
  laterSize = 0
  const perMs = <f64>(sequence - laidOutAt) / (lastTime - origin)
  nextLayOut = sequence + min(max(2 * (sequence - laidOutAt), SETTLING), SETTLED)
  laidOutAt = sequence
  distributed = count
  const step = (count + SAMPLE - 1) / SAMPLE
  let sampled = 0
  for (let index = 0; index < count; index += step) {
    const delay = eventAt(load<i32>(gathered + (<usize>index << 2))).due - lastTime
    let place = sampled
    for (; place > 0 && load<f64>(sample + (<usize>(place - 1) << 3)) > delay; place--)
      store<f64>(sample + (<usize>place << 3), load<f64>(sample + (<usize>(place - 1) << 3)))
    store<f64>(sample + (<usize>place << 3), delay)
    sampled += 1
  }
  const meanMs = 2 * load<f64>(sample + (<usize>(sampled >> 1) << 3))
  if (meanMs > 1e-9 && meanMs < INF) {
    expected = count
    hadEmptyRound = false
    origin = lastTime
    // As many as there were events lately: most delays may be far shorter than those of what is pending.
    daysPerMs = max<f64>(<f64>count / meanMs, perMs < INF ? perMs : 0) / PER_DAY
    let wanted = FEWEST_DAYS
    while (<f64>wanted < (<f64>count * COVERED) / PER_DAY && wanted < MOST_DAYS) wanted *= 2
    if (wanted > dayRoom) {
      dayRoom = wanted
      if (days != 0) {
        heap.free(days)
        heap.free(filled)
      }
      days = heap.alloc(wanted * 4)
      filled = heap.alloc(wanted >>> 3)
    }
    dayCount = wanted
    memory.fill(days, 0xff, wanted * 4)
    memory.fill(filled, 0, wanted >>> 3)
    day = FIRST_DAY
  } else day = NO_DAYS
  for (let index = 0; index < count; index++) {
    const owner = load<i32>(gathered + (<usize>index << 2))
    const e = eventAt(owner)
    const due = day == NO_DAYS ? 0 : dayOf(e.due)
    if (day != NO_DAYS && due > day) {
      putLater(owner, due)
      laterSize += 1
    } else pushHeap(owner, e.due)
  }
}

export function siftDown(time: f64, owner: i32): void {
  let position = 0
  const size = heapSize
  while (true) {
    const first = position * 4 + 1
    if (first >= size) break
    let least = first
    const end = min(first + 4, size)
    for (let child = first + 1; child < end; child++) if (!isOrdered(due(least), rowAt(least), due(child), rowAt(child))) least = child
    if (isOrdered(time, owner, due(least), rowAt(least))) break
    put(position, due(least), rowAt(least))
    position = least
  }
  put(position, time, owner)
}

export function removeFirst(): void {
  heapSize -= 1
  if (heapSize > 0) siftDown(due(heapSize), rowAt(heapSize))
}

export function at(time: f64, kind: i32, record: i32, generation: i32): void {
  const owner = takeEvent()
  const e = eventAt(owner)
  e.due = time
  e.sequence = sequence
  e.what = (record << KIND_BITS) | kind
  e.generation = generation
  sequence += 1
  push(owner, time)
}

export function fifoOf(delay: f64): i32 {
  for (let index = 0; index < fifoCount; index++) if (fifoAt(index).delay == delay) return index
  if (fifoCount == MOST_FIFOS || !isFinite(delay)) return NONE
  const fifo = fifoAt(fifoCount)
  fifo.delay = delay
  fifo.row = takeEvent()
  eventAt(fifo.row).what = (fifoCount << KIND_BITS) | FIFO_KIND
  fifo.head = 0
  fifo.length = 0
  fifo.room = 16
  fifo.ring = <i32>heap.alloc(16 * 24)
  fifoCount += 1
  return fifoCount - 1
}

export function makeRoom(fifo: Fifo): void {
  let kept = 1
  for (let index = 1; index < fifo.length; index++) {
    let from = fifo.head + index
    if (from >= fifo.room) from -= fifo.room
    const e = ringAt(fifo, from)
    if (isDead(e.what >> KIND_BITS, e.generation)) continue
    let to = fifo.head + kept
    if (to >= fifo.room) to -= fifo.room
    if (to != from) memory.copy(changetype<usize>(ringAt(fifo, to)), changetype<usize>(e), 24)
    kept += 1
  }
  fifo.length = kept
  if (kept * 2 <= fifo.room) return
  const larger = largerRoom(fifo.room)
  const ring = heap.alloc(larger * 24)
  const first = fifo.room - fifo.head
  memory.copy(ring, changetype<usize>(ringAt(fifo, fifo.head)), first * 24)
  memory.copy(ring + first * 24, changetype<usize>(ringAt(fifo, 0)), fifo.head * 24)
  heap.free(<usize>fifo.ring)
  fifo.ring = <i32>ring
  fifo.room = larger
  fifo.head = 0
}

export function after(index: i32, kind: i32, record: i32, generation: i32): void {
  const fifo = fifoAt(index)
  if (fifo.length == fifo.room) makeRoom(fifo)
  let end = fifo.head + fifo.length
  if (end >= fifo.room) end -= fifo.room
  const e = ringAt(fifo, end)
  e.due = lastTime + fifo.delay
  e.sequence = sequence
  e.what = (record << KIND_BITS) | kind
  e.generation = generation
  sequence += 1
  fifo.length += 1
  if (fifo.length > 1) return
  eventAt(fifo.row).sequence = e.sequence
  push(fifo.row, e.due)
}

@inline export function later(fifo: i32, delay: f64, kind: i32, record: i32): void {
  if (fifo >= 0) after(fifo, kind, record, generationOf(record))
  else at(run.now + delay, kind, record, generationOf(record))
}

/** Removes the first event if it is due by `end`. Returns whether there was one. */
@inline export function next(end: f64): bool {
  let owner = heapSize == 0 ? openSingle() : NONE
  if (owner == NONE) {
    if (heapSize == 0) {
      open()
      if (heapSize == 0) return false
    }
    const time = due(0)
    if (time > end) return false
    owner = rowAt(0)
    removeFirst()
    lastTime = time
  } else {
    const time = eventAt(owner).due
    if (time > end) {
      pushHeap(owner, time)
      return false
    }
    lastTime = time
  }
  const e = eventAt(owner)
  const what = e.what
  if ((what & FIFO_KIND) == FIFO_KIND) nextOfFifo(owner, fifoAt(what >> KIND_BITS))
  else {
    eventKind = what & FIFO_KIND
    eventRecord = what >> KIND_BITS
    eventGeneration = e.generation
    e.next = freeEvent
    freeEvent = owner
  }
  return true
}

/** Removes the first event of a fixed delay, and those behind it that are dead by now. */
function nextOfFifo(owner: i32, fifo: Fifo): void {
  let head = fifo.head
  let length = fifo.length
  let first = ringAt(fifo, head)
  eventKind = first.what & FIFO_KIND
  eventRecord = first.what >> KIND_BITS
  eventGeneration = first.generation
  do {
    head = head + 1 == fifo.room ? 0 : head + 1
    length -= 1
    first = ringAt(fifo, head)
  } while (length > 0 && isDead(first.what >> KIND_BITS, first.generation))
  fifo.head = head
  fifo.length = length
  if (length == 0) return
  eventAt(owner).sequence = first.sequence
  push(owner, first.due)
}

export let agendaRoom: i32 = 1024
export let agenda: usize = grown(0, 0, 1024 * 8)
export let agendaLength: i32 = 0

export function soon(kind: i32, record: i32): void {
  if (agendaLength == agendaRoom) {
    agenda = grown(agenda, agendaRoom * 8, agendaRoom * 16)
    agendaRoom *= 2
  }
  store<i32>(agenda + (<usize>agendaLength << 3), kind)
  store<i32>(agenda + (<usize>agendaLength << 3), record, 4)
  agendaLength += 1
}

export function soonLength(): i32 {
  return agendaLength
}

/** What was added since it had this length is due in the order in which it was added. */
export function firstAddedFirst(length: i32): void {
  let last = agendaLength - 1
  for (let first = length; first < last; first++) {
    const one = agenda + (<usize>first << 3)
    const other = agenda + (<usize>last << 3)
    const kept = load<i64>(one)
    store<i64>(one, load<i64>(other))
    store<i64>(other, kept)
    last -= 1
  }
}
