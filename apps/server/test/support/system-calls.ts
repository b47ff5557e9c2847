import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

export const STRACE = '/usr/bin/strace'

/** System calls for starting programs, connecting to hosts and opening files. */
const CALLS = 'connect,execve,open,openat,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,link,symlink'

/** Command prefix that records the system calls of a program in `file`. */
export function traced(file: string): string[] {
  requireStrace()
  // The tracer is detached, so that the program is our child process and gets our signals.
  return [STRACE, '-D', '-f', '-qq', '-s', '300', '-e', `trace=${CALLS}`, '-o', file]
}

/** Installs strace where possible. Throws when it is not available. */
export function requireStrace(): void {
  if (existsSync(STRACE)) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    for (const args of [['update'], ['install', '-y', 'strace']]) {
      spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], { stdio: 'ignore' })
    }
  }
  if (!existsSync(STRACE)) throw new Error('strace is missing: install it, and try again.')
  execFileSync(STRACE, ['--version'])
}

export interface SystemCall {
  name: string
  text: string
  /** The first text among its arguments: a path, mostly. */
  path: string
}

/** The calls that were written down from the nth line on. */
export function readCalls(file: string, from = 0): SystemCall[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(from)
  return lines.flatMap((text) => {
    const name = /^\d+\s+(\w+)\(/.exec(text)?.[1]
    return name ? [{ name, text, path: /"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? '' }] : []
  })
}
