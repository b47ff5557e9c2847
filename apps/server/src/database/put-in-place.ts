import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

/** Gives a file that was written under another name its own. From then on the name stands for the whole file, safe on the disk. */
export function putInPlace(unfinished: string, path: string): void {
  sync(unfinished, 'r+')
  renameSync(unfinished, path)
  // Windows has no such thing as syncing a folder.
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
