import { anyBoards, boardsOf, forgetSessions, removeBoards } from './draft-database.ts'
import type { BoardRecord } from './draft-record.ts'
import { knownOwner, learnOwner } from './session-owner.ts'
import { boardsHeldElsewhere, isHeldHere } from './tab-locks.ts'

/** Who leaves does not wait longer than this to hear what it would cost. */
const PATIENCE_MS = 2_000

/**
 * The unsaved boards of the present user that a logout would remove from this device, beside the one on the screen. Not those on which
 * another tab works: it puts them aside for the same user. None where the device cannot tell in time.
 */
export async function boardsAtStake(token: string): Promise<readonly BoardRecord[]> {
  const patience = new Promise<readonly BoardRecord[]>((resolve) => setTimeout(resolve, PATIENCE_MS, []))
  return Promise.race([unsavedBoards(token).catch(() => []), patience])
}

async function unsavedBoards(token: string): Promise<readonly BoardRecord[]> {
  if (!(await anyBoards())) return []
  const owner = (await knownOwner(token)) ?? (await learnOwner(token))
  return owner === null ? [] : (await boardsToForget(owner)).filter(({ id, isUnsaved }) => isUnsaved && !isHeldHere(id))
}

/** Removes from this device what the user of that session drew, and that it was theirs. */
export async function forgetBoards(token: string): Promise<void> {
  const owner = await knownOwner(token)
  if (owner !== null) await removeBoards((await boardsToForget(owner)).map(({ id }) => id))
  await forgetSessions()
}

async function boardsToForget(owner: string): Promise<BoardRecord[]> {
  const [boards, isHeld] = await Promise.all([boardsOf(owner), boardsHeldElsewhere()])
  return boards.filter(({ id }) => !isHeld(id))
}
