import type { Context } from 'hono'
import type { Outgoing, Traffic } from '../traffic.ts'
import { senderOf } from './sender-of.ts'

/** Answers of up to so many bytes are not counted. */
const SMALL = 64 * 1024

/** Counts the bytes of a large answer while it is under way. Throws 'api/busy' beyond what all may have, or one may. */
export function holdAnswer(context: Context, bytes: number): void {
  if (bytes <= SMALL) return
  const { outgoing } = (context.env ?? {}) as { outgoing?: Outgoing }
  const traffic: Traffic = context.get('traffic')
  traffic.holdAnswer(senderOf(context), bytes, outgoing)
}
