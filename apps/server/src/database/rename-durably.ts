import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

/** Syncs a complete file and renames it, so that `path` never refers to an incomplete or unsynced file. */
export function renameDurably(unfinished: string, path: string): void {
  sync(unfinished, 'r+')
  renameSync(unfinished, path)
  // Windows cannot sync a folder.
  if (process.platform !== 'win32') sync(dirname(path), 'r')
}

function sync(path: string, flags: string): void {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
