import { boardsOf, forgetSessions, removeBoards } from './board-database.ts'
import type { BoardRecord } from './board-record.ts'
import { boardsHeldElsewhere } from './claims.ts'
import { knownOwner, learnOwner } from './owner.ts'

/**
 * The unsaved boards of the present user that a logout would remove from this device: all but those on which another tab works,
 * which puts them aside for the same user. Empty where the device cannot tell.
 */
export async function boardsAtStake(token: string): Promise<BoardRecord[]> {
  const owner = await learnOwner(token)
  return owner === null ? [] : (await boardsToForget(owner)).filter(({ isUnsaved }) => isUnsaved)
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
