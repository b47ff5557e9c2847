import { nodeSummary, TEMPLATES, USERS_PROPERTY } from '@plimsoll/catalog'
import { applyChange, instantiateTemplate } from '@plimsoll/flow'
import { createLiveRun, TICK_MS } from '@plimsoll/live-engine'
import type { RunSnapshot } from '@plimsoll/simulation'

export { TICK_MS }

const seed = 1
const MOST_DOTS = 200

/** A template on the live engine, started. Loaded after the page has been painted. */
export function startHeroRun(templateId: string) {
  const template = TEMPLATES.find(({ id }) => id === templateId)
  if (!template) throw new Error(`The catalog has no template "${templateId}"`)
  let count = 0
  let flow = instantiateTemplate(template, { origin: { x: 0, y: 0 }, makeId: () => `hero-${count++}` })
  const clients = flow.nodes.filter(({ data }) => USERS_PROPERTY in data)
  const run = createLiveRun({ flow, seed })
  run.command('start')
  run.watch({ speed: 1, most: MOST_DOTS })

  return {
    tick(): RunSnapshot {
      run.tick()
      return run.snapshot()
    },
    setUsers(users: number): void {
      for (const { id } of clients) {
        const value = Math.round(users / clients.length)
        flow = applyChange(flow, { type: 'set-property', of: 'node', id, path: USERS_PROPERTY, value })
      }
      run.update(flow)
    },
    /** The cards' second lines, in the order of the template's nodes. */
    summaries: (): readonly string[] => flow.nodes.map(({ type, data }) => nodeSummary(type, data)),
  }
}
