import type { Database } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import { READ_AT_ONCE } from '../sharing/sharing.repository.ts'
import { findPart, findSize } from './large-flow.repository.ts'

/** A save in between begins it anew. */
const ATTEMPTS = 3

interface Stored {
  id: string
  version: number
  bytes: number
}

/** Reads what is stored of a large flow in parts. Undefined where the flow is gone. Throws 'api/busy' where it is saved all the time. */
export async function readLarge(database: Database, flow: Stored): Promise<Buffer<ArrayBuffer> | undefined> {
  let now: Stored | undefined = flow
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const whole = await readVersion(database, now)
    if (whole) return whole
    const [head] = await findSize(database, flow.id)
    if (!head) return undefined
    now = { id: flow.id, ...head }
  }
  throw new ApiError('api/busy', { headers: { 'retry-after': '1' } })
}

/** Undefined where another version is stored by now. */
async function readVersion(database: Database, { id, version, bytes }: Stored) {
  const whole = Buffer.alloc(bytes)
  for (let at = 0; at < bytes; at += READ_AT_ONCE) {
    const [row] = await findPart(database, id, version, at + 1)
    if (!row) return undefined
    whole.set(row.part, at)
  }
  return whole
}
