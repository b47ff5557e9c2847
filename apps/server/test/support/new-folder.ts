import { existsSync, statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
const LEAST_BYTES = 2 ** 30

/** A new folder for a database: in memory where there is room, since a disk takes milliseconds for each sync. */
export const newFolder = (name: string): Promise<string> =>
  mkdtemp(join(isRoomy(IN_MEMORY) ? IN_MEMORY : tmpdir(), `plimsoll-${name}-`))

function isRoomy(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= LEAST_BYTES
}
