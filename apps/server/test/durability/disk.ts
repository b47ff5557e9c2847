import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DiskCall } from './recording.ts'

const SECTOR = 512

/** Decides whether unsynced data has reached the disk at a power cut. */
export type Luck = () => boolean

type Change = Extract<DiskCall, { kind: 'write' | 'truncate' }>

interface File {
  /** What the disk holds for certain. */
  synced: Buffer
  unsynced: Change[]
}

/** A simulated disk that replays recorded system calls. Unsynced data may be lost, sector by sector. */
export class Disk {
  readonly #folder: string
  /** What is found by name for certain, and what the process finds. */
  #names = new Map<string, File>()
  #seen = new Map<string, File>()

  constructor(files: readonly string[]) {
    this.#folder = dirname(files[0] ?? '')
    for (const path of files) this.#seen.set(path, { synced: readFileSync(path), unsynced: [] })
    this.#names = new Map(this.#seen)
  }

  make(call: DiskCall): void {
    const file = this.#seen.get(call.path)
    if (call.kind === 'sync' && call.path === this.#folder) this.#names = new Map(this.#seen)
    else if (call.kind === 'create' && !file) this.#seen.set(call.path, { synced: Buffer.alloc(0), unsynced: [] })
    else if (call.kind === 'remove') this.#seen.delete(call.path)
    else if (call.kind === 'rename' && file) {
      this.#seen.delete(call.path)
      this.#seen.set(call.to, file)
    } else if (call.kind === 'sync' && file) {
      file.synced = contentAfter(file, () => true)
      file.unsynced = []
    } else if (call.kind === 'failed-sync' && file) {
      // The system may drop what it could not write, and a later sync does not tell.
      file.unsynced = []
    } else if (file && (call.kind === 'write' || call.kind === 'truncate')) file.unsynced.push(call)
  }

  /** Writes the files to a folder as a power cut would leave them now. */
  cutPower(folder: string, luck: Luck): void {
    mkdirSync(folder, { recursive: true })
    const names = luck() ? this.#seen : this.#names
    for (const [path, file] of names) writeFileSync(join(folder, basename(path)), contentAfter(file, luck))
  }
}

function contentAfter({ synced, unsynced }: File, luck: Luck): Buffer {
  const ends = unsynced.map((change) => (change.kind === 'write' ? change.offset + change.bytes.length : 0))
  const content = Buffer.alloc(Math.max(synced.length, ...ends))
  synced.copy(content)
  let size = synced.length
  for (const change of unsynced) {
    if (change.kind === 'truncate') {
      if (!luck()) continue
      content.fill(0, Math.min(change.size, size))
      size = change.size
      continue
    }
    const { offset, bytes } = change
    for (let from = offset; from < offset + bytes.length; ) {
      const to = Math.min(offset + bytes.length, (Math.floor(from / SECTOR) + 1) * SECTOR)
      if (luck()) {
        bytes.copy(content, from, from - offset, to - offset)
        size = Math.max(size, to)
      }
      from = to
    }
  }
  return size <= content.length
    ? content.subarray(0, size)
    : Buffer.concat([content, Buffer.alloc(size - content.length)])
}
