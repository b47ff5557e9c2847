import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { inject, vi } from 'vitest'
import { COMPILE_CACHE } from './compile-cache.ts'
import type { TestDatabase } from './databases.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const READY = /^Plimsoll is ready at (\S+)$/

/** What a process has logged: its lines without the report for whoever started it. */
export const logOf = (lines: readonly string[]): string[] => {
  const [from, to] = [/^What is open on this server:$/, READY].map((line) => lines.findIndex((text) => line.test(text)))
  return lines.filter((_, index) => index < (from ?? 0) || index > (to ?? 0))
}

/** The server as a process. */
export interface ServerProcess {
  url: string
  pid: number
  /** What it has written to standard output, line by line. */
  lines: string[]
  /** Sends a signal and returns the exit code, or the signal that ended the process. */
  end(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>
}

/** The address on which a server listens, whatever its public URL is. */
export function listeningAt({ lines }: Pick<ServerProcess, 'lines'>): Promise<string> {
  // Log lines may arrive after the output on the terminal.
  return vi.waitFor(() => {
    const entry = lines.map((line) => (line.startsWith('{') ? JSON.parse(line) : {})).find(({ port }) => port)
    return `http://127.0.0.1:${entry.port}`
  }, 20_000)
}

interface StartOptions {
  storage: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>
  env?: Record<string, string>
  /** A command prefix for starting the server. */
  under?: readonly string[]
  /** Passwords are hashed at next to no cost. */
  hasCheapHashes?: boolean
  /** Runs from its sources, as it is shipped, which takes twice as long to start as the bundle of the same. */
  isFromSources?: boolean
}

/** Starts a server on a free port; throws with what it wrote when it ends before it is ready. */
export async function startProcess(options: StartOptions): Promise<ServerProcess> {
  const { storage, env = {}, under = [], hasCheapHashes = false, isFromSources = false } = options
  const { main, cheap } = inject('bundledServers')
  const server = isFromSources ? MAIN : hasCheapHashes ? cheap : main
  const [program = process.execPath, ...args] = [...under, process.execPath, server]
  const child = spawn(program, args, {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: storage.dataDir,
      DATABASE_URL: storage.databaseUrl ?? '',
      // Whoever watches its system calls sees those of the server alone.
      ...(under.length === 0 ? COMPILE_CACHE : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit').then(([code, signal]) => code ?? signal)
  const lines: string[] = []
  const url = await untilReady(child, lines)
  return {
    url,
    pid: child.pid ?? 0,
    lines,
    end: (signal = 'SIGTERM') => {
      child.kill(signal)
      return exited
    },
  }
}

async function untilReady(child: ChildProcess, lines: string[]): Promise<string> {
  if (!child.stdout || !child.stderr) throw new Error('The server has no output.')
  const errors: string[] = []
  createInterface(child.stderr).on('line', (line) => errors.push(line))
  const output = createInterface(child.stdout)
  return new Promise((resolve, reject) => {
    output.on('line', (line) => {
      lines.push(line)
      const url = READY.exec(line)?.[1]
      if (url) resolve(url)
    })
    child.once('close', (code) => reject(new Error(`The server ended with ${code}:\n${errors.join('\n')}`)))
  })
}
