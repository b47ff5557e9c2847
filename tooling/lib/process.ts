import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname } from 'node:path'

/** The folder that holds everything. */
export const ROOT = dirname(dirname(import.meta.dirname))

export interface RunOptions {
  cwd?: string
  /** Added to this process's environment. */
  env?: Record<string, string>
  /** Copies what the program prints to the terminal while it runs. */
  show?: boolean
}

export interface RunResult {
  /** 0 when all went well; 127 when the program could not be started. */
  code: number
  output: string
}

const running = new Set<ChildProcess>()

/** Starts a program of `node_modules/.bin` or of the machine; it is stopped when this process is. */
export function start(program: string, args: readonly string[], options: RunOptions & { stdio: 'pipe' | 'inherit' }) {
  const child = spawn(program, args, {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, ...options.env },
    shell: process.platform === 'win32',
    stdio: ['ignore', options.stdio, options.stdio],
  })
  running.add(child)
  child.on('close', () => running.delete(child))
  return child
}

/** Runs a program to its end and keeps what it printed. */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const child = start(program, args, { ...options, stdio: 'pipe' })
    const output = () => Buffer.concat(chunks).toString()
    for (const [stream, terminal] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const)
      stream?.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (options.show) terminal.write(chunk)
      })
    child.on('error', (error) => resolve({ code: 127, output: `${program}: ${error.message}` }))
    child.on('close', (code, signal) => resolve({ code: code ?? exitCodeOf(signal), output: output() }))
  })
}

const exitCodeOf = (signal: NodeJS.Signals | null) => (signal ? 128 + constants.signals[signal] : 1)

/** On Ctrl-C or a request to stop, stops every program started here, then this process; until the returned function is called. */
export function stopTogether(): () => void {
  const stop = async (signal: NodeJS.Signals) => {
    const ended = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)))
    for (const child of running) child.kill(signal)
    await Promise.all(ended)
    process.exit(exitCodeOf(signal))
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, stop)
  return () => {
    for (const signal of signals) process.off(signal, stop)
  }
}
