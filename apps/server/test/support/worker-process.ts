import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { COMPILE_CACHE } from './compile-cache.ts'
import { TERMINAL } from './terminal-file.ts'

/** A worker of one thread that takes parts already. */
export async function startWorker(databaseUrl: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [TERMINAL, 'worker', '--threads', '1'], {
    env: { PATH: process.env.PATH, ...COMPILE_CACHE, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // What it says first: it takes parts from now on.
  await once(createInterface(child.stderr), 'line')
  return child
}
