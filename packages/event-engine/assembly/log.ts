/* What is measured and noted later by the engine, many values at once. */

import * as js from './hooks'
import { run } from './state'

/** Entries of a log, until the engine notes them. */
export const LOG: i32 = 4096
export const LOG_publish: i32 = 0
export const LOG_processed: i32 = 1
export const LOG_givenUp: i32 = 2

export function logMessage(what: i32, link: i32, publishedAt: f64): void {
  const entry = <usize>run.messageLog + <usize>run.messageLogged * 24
  store<f64>(entry, run.now)
  store<f64>(entry, publishedAt, 8)
  store<i32>(entry, link, 16)
  store<i32>(entry, what, 20)
  run.messageLogged += 1
  if (run.messageLogged == LOG) js.drain()
}
