import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { EventReport } from '@plimsoll/event-engine'

const COMMAND = join(import.meta.dirname, '..', '..', 'apps', 'cli', 'src', 'main.ts')

/** What `plimsoll simulate` reports, as JSON. */
export async function simulateInTerminal(...words: readonly string[]): Promise<EventReport> {
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, 'simulate', ...words, '--format', 'json'], {
    maxBuffer: 256 * 1024 * 1024,
  }).catch((error: { code?: number; stdout?: string; stderr?: string }) => {
    throw new Error(`The terminal ended with ${error.code}: ${error.stderr}`)
  })
  return JSON.parse(stdout)
}
