import { LIMITS } from '@plimsoll/contract'
import type { Queries } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import { recountBytes, removeOldestVersions } from '../versions/versions.repository.ts'
import { measureStorage, removeOldestOfBin } from './stored-bytes.repository.ts'

const MIB = 2 ** 20

/** Throws for a flow that takes more than one may, as it is stored. */
export function refuseBulky(packed: Uint8Array): void {
  if (packed.byteLength <= LIMITS.packedFlow) return
  throw new ApiError('client/too-large', {
    message: `This flow takes ${inMib(packed.byteLength)} MiB compressed. A flow may take ${LIMITS.packedFlow / MIB} MiB: shorten its texts, or divide it.`,
  })
}

/** Throws for a flow of more JSON than one may have: what is drawn together is bounded in another form. */
export function refuseLong(length: number): void {
  if (length <= LIMITS.flowBody) return
  throw new ApiError('client/too-large', {
    message: `This flow has ${inMib(length)} MiB of text. A flow may have ${LIMITS.flowBody / MIB} MiB: shorten its texts, or divide it.`,
  })
}

/**
 * Makes room after a save: what is kept by itself gives way, the oldest versions and then the oldest flows of the bin. Throws when
 * what is left takes more than the user may have, so that the save is undone. See docs/decisions/0291.
 */
export async function makeRoom(queries: Queries, userId: string, quotaBytesPerUser: number): Promise<void> {
  const excess = async () => {
    const { used, allowed } = await measureStorage(queries, userId, quotaBytesPerUser)
    return used - allowed
  }
  if ((await excess()) <= 0) return
  await recountBytes(queries, userId)
  const ofVersions = await excess()
  if (ofVersions <= 0) return
  await removeOldestVersions(queries, userId, ofVersions)
  await recountBytes(queries, userId)
  const ofBin = await excess()
  if (ofBin > 0) await removeOldestOfBin(queries, userId, ofBin)
  await recountBytes(queries, userId)
  const { used, allowed } = await measureStorage(queries, userId, quotaBytesPerUser)
  if (used <= allowed) return
  throw new ApiError('validation/storage', {
    message: `Your flows and experiments would take ${inMib(used)} MiB of the ${inMib(allowed)} MiB that you may use. Remove some to make room.`,
  })
}

/** Throws when a flow that somebody was given takes more than they may have. Nothing of theirs gives way for what others do. */
export async function refuseFullStorage(
  queries: Queries,
  { userId, quotaBytesPerUser, message }: { userId: string; quotaBytesPerUser: number; message: string },
): Promise<void> {
  await recountBytes(queries, userId)
  const { used, allowed } = await measureStorage(queries, userId, quotaBytesPerUser)
  if (used > allowed) throw new ApiError('validation/storage', { message })
}

const inMib = (bytes: number) => (bytes / MIB).toFixed(1).replace(/\.0$/, '')
