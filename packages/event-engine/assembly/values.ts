/* What is measured: response times, delays and messages, in the arrays of measure/recorders.ts and measure/sliced-values.ts. */

import * as js from './hooks'
import { COUNT_WIDTH, C_completed, FINEST_BITS, FINE_BITS, LOWEST_EXPONENT, OCTAVES, SPLIT_BITS } from './numbers'
import { LinkRow, MeterRow, RecordersRow, ValuesRow } from './rows'
import { count, down, run, up } from './state'

const SPLIT: i32 = 1 << SPLIT_BITS

/** As measure/buckets.ts, from the exponent that a number has itself. */
function bucketOf(value: f64): i32 {
  let scale: i32 = FINE_BITS
  if (value < 1) scale = FINEST_BITS
  else if (value >= 2048) scale = FINEST_BITS - (<i32>(reinterpret<u64>(value) >> 52) - 1023)
  const whole = <i32>(value * reinterpret<f64>(<u64>(<i64>scale + 1023) << 52))
  if (whole < SPLIT) return -1
  const exponent = 31 - clz(whole)
  const bucket = (exponent - scale - LOWEST_EXPONENT) * SPLIT + ((whole >>> (exponent - SPLIT_BITS)) & (SPLIT - 1))
  return min(bucket, OCTAVES * SPLIT - 1)
}

@unmanaged class Recorder { first: i32; length: i32; at: i32; zeros: i32; count: i32 }
@unmanaged class Extremes { min: f64; max: f64; sum: f64 }

function countIn(recorders: RecordersRow, place: i32, value: f64, bucketOfValue: i32): void {
  const extremes = changetype<Extremes>(<usize>recorders.floats + <usize>place * 24)
  if (value < extremes.min) extremes.min = value
  if (value > extremes.max) extremes.max = value
  const recorder = changetype<Recorder>(<usize>recorders.ints + <usize>place * 20)
  recorder.count += 1
  const bucket = bucketOfValue >> recorders.widthBits
  const index = bucket - recorder.first
  if (<u32>index < <u32>recorder.length) {
    const counted = <usize>recorders.counts + (<usize>(recorder.at + index) << 2)
    store<i32>(counted, load<i32>(counted) + 1)
  } else if (bucket < 0) recorder.zeros += 1
  else js.countBeyond(recorders.number, place, bucket)
}

export function noteValue(pointer: i32, place: i32, value: f64): void {
  const values = changetype<ValuesRow>(pointer)
  const bucket = bucketOf(value)
  countIn(changetype<RecordersRow>(values.inSlice), place, value, bucket)
  if (place < values.spanPlaces) countIn(changetype<RecordersRow>(values.inSpan), place, value, bucket)
  const sums = <usize>values.sums + (<usize>place << 4)
  store<f64>(sums, load<f64>(sums) + value)
  store<f64>(sums, load<f64>(sums, 8) + value, 8)
}

@inline export function countRequest(place: i32, column: i32): void {
  const counted = <usize>run.counts + (<usize>(place * COUNT_WIDTH + column) << 2)
  store<i32>(counted, load<i32>(counted) + 1)
}

/** Counts a request that has gone well. Returns whether it is one of the slowest. */
export function complete(place: i32, serial: i32, responseMs: f64): bool {
  run.completed += 1
  countRequest(place, C_completed)
  noteValue(run.responses, place, responseMs)
  noteValue(run.allResponses, 0, responseMs)
  if (responseMs <= run.slowestOfThem) return false
  js.noteSlow(serial, responseMs)
  return true
}

function publishAt(pointer: i32): void {
  if (pointer == 0) return
  const meter = changetype<MeterRow>(pointer)
  meter.published += 1
  up(meter.waiting)
  meter.mostWaiting = max(meter.mostWaiting, count(meter.waiting))
}

export function published(messages: i32): void {
  publishAt(messages)
  publishAt(run.allMessages)
}

function giveUpAt(pointer: i32): void {
  changetype<MeterRow>(pointer).givenUp += 1
  publishAt(pointer)
}

/** A call is a message from now on: the first one of its link makes it count messages. */
export function givenUp(link: LinkRow): void {
  if (link.messages == 0) return js.giveUp(link.index)
  giveUpAt(link.messages)
  giveUpAt(run.allMessages)
}

function processAt(pointer: i32, delayMs: f64): void {
  if (pointer == 0) return
  const meter = changetype<MeterRow>(pointer)
  down(meter.waiting)
  noteValue(run.delays, meter.index, delayMs)
  meter.processed += 1
  meter.processedInAll += 1
}

export function processed(messages: i32, publishedAt: f64): void {
  processAt(messages, run.now - publishedAt)
  processAt(run.allMessages, run.now - publishedAt)
}
