import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { DATABASES, makeDatabase } from '../support/databases.ts'
import { flowBody } from '../support/flows.ts'
import { startProcess } from '../support/server-process.ts'
import { callerOf, eventsOf, statesOf } from './call.ts'

const open: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const { description: _, ...design } = flowBody({ simulation: { durationS: 100, replications: 4 } })

describe.each(DATABASES)('a server on %s', (name) => {
  it('[API-127] [API-128] runs an experiment whose process is killed once more, with the same bytes, and ends it when it stops', async () => {
    const storage = await makeDatabase(name)
    open.push(storage.remove)
    const server = await startProcess({ storage, env: { DEMO_MODE: '1' } })
    open.push(() => server.end('SIGKILL'))
    const call = await callerOf(server)
    const begin = async () =>
      ((await (await call('/experiments', { kind: 'simulate', design })).json()) as { data: { id: string } }).data.id

    const undisturbed: string = await begin()
    const states = await statesOf(call, undisturbed)
    expect(states.at(-1)).toBe('done')

    const disturbed: string = await begin()
    let killed = 0
    for await (const { state } of eventsOf(call, disturbed)) {
      if (state === 'running' && killed === 0) {
        killed = await childOf(server.pid)
        process.kill(killed, 'SIGKILL')
      }
    }
    expect(killed).toBeGreaterThan(0)
    const [first, second] = await Promise.all(
      [undisturbed, disturbed].map(async (id) => (await call(`/experiments/${id}/result`)).text()),
    )
    expect(JSON.parse(first ?? '').data.report.format).toBe('plimsoll-event-run')
    expect(second).toBe(first)

    const unfinished: string = await begin()
    const events = eventsOf(call, unfinished)
    for await (const { state } of events) if (state === 'running') break
    const child = await childOf(server.pid)
    expect(await server.end()).toBe(0)
    expect(isThere(child)).toBe(false)
    // Experiments have the lowest priority, so that they wait for whatever else the machine does.
  }, 240_000)
})

/** The process that the server has started; its experiment is said to run a moment before. */
async function childOf(pid: number): Promise<number> {
  let child = 0
  const find = async () => {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
    child = Number(children.trim().split(' ')[0])
    return child
  }
  await expect.poll(find, { timeout: 10_000, interval: 10 }).toBeGreaterThan(0)
  return child
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
