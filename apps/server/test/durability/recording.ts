import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The system calls that decide what a power cut leaves of a database. */
export const DISK_CALLS = 'openat,pwrite64,ftruncate,fsync,fdatasync,unlink,rename'

/** A recorded call; `at` is its end, in milliseconds since 1970. */
export type DiskCall = { at: number; path: string } & (
  | { kind: 'create' | 'remove' | 'sync' | 'failed-sync' }
  | { kind: 'write'; offset: number; bytes: Buffer }
  | { kind: 'truncate'; size: number }
  | { kind: 'rename'; to: string }
)

const LINE = /^(\d+\.\d+) (\w+)\((.*)\) += (-?\d+).* <(\d+\.\d+)>$/
const HEX = String.raw`((?:\\x[0-9a-f]{2})*)`
const ON_FILE = new RegExp(`^\\d+<${HEX}>`)
const WRITE = new RegExp(`^\\d+<${HEX}>, "${HEX}", \\d+, (\\d+)$`)
const TRUNCATE = new RegExp(`^\\d+<${HEX}>, (\\d+)$`)
const NAMES = new RegExp(`"${HEX}"`, 'g')

type Parser = (args: string) => Record<string, unknown> | undefined

const PARSERS: Record<string, Parser> = {
  openat: (args) => (args.includes('O_CREAT') ? { kind: 'create', path: names(args)[0] } : undefined),
  pwrite64(args) {
    const [, path = '', bytes = '', offset] = WRITE.exec(args) ?? []
    return { kind: 'write', path: text(path), bytes: binary(bytes), offset: Number(offset) }
  },
  ftruncate(args) {
    const [, path = '', size] = TRUNCATE.exec(args) ?? []
    return { kind: 'truncate', path: text(path), size: Number(size) }
  },
  fsync: (args) => ({ kind: 'sync', path: text(ON_FILE.exec(args)?.[1] ?? '') }),
  fdatasync: (args) => ({ kind: 'sync', path: text(ON_FILE.exec(args)?.[1] ?? '') }),
  unlink: (args) => ({ kind: 'remove', path: names(args)[0] }),
  rename: (args) => ({ kind: 'rename', path: names(args)[0], to: names(args)[1] }),
}

/** Reads the recorded calls for a database's files and folder. Of failed calls only syncs matter. */
export function readRecording(file: string, database: string): DiskCall[] {
  return readFileSync(file, 'latin1')
    .split('\n')
    .flatMap((line) => {
      const [, start, name = '', args = '', result, duration] = LINE.exec(line) ?? []
      const parsed = PARSERS[name]?.(args)
      const isFailed = Number(result) < 0
      if (!parsed || (isFailed && parsed.kind !== 'sync')) return []
      const call = isFailed ? { ...parsed, kind: 'failed-sync' } : parsed
      const path = String(call.path)
      const isShared = path.endsWith('-shm')
      if (isShared || (!path.startsWith(database) && path !== dirname(database))) return []
      return [{ ...call, at: (Number(start) + Number(duration)) * 1_000 } as DiskCall]
    })
}

function names(args: string): string[] {
  return [...args.matchAll(NAMES)].map(([, name = '']) => text(name))
}

function binary(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex')
}

function text(hex: string): string {
  return binary(hex).toString()
}
