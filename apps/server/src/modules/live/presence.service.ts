import type { Database } from '../../database/database.ts'
import { allowedFlows } from '../sharing/authorize.ts'
import { fullName } from '../sharing/people.service.ts'
import { findPeople } from './live.repository.ts'
import type { PresenceActions } from './presence.actions.ts'
import type { Presence } from './presence.ts'

/** Of one flow. */
const MOST_NAMES = 10

interface PresenceServiceOptions {
  database: Database
  presence: Pick<Presence, 'usersIn'>
  now: () => number
}

/** Who else has flows open, for those who may see these. */
export function createPresenceService({ database, presence, now }: PresenceServiceOptions): PresenceActions {
  return {
    async list({ id: userId }, flowIds) {
      const open = new Map(
        [...new Set(flowIds)].flatMap((flowId) => {
          const others = [...presence.usersIn(flowId)].filter((id) => id !== userId)
          return others.length > 0 ? [[flowId, others] as const] : []
        }),
      )
      // Nearly always nobody is there, which costs no query.
      if (open.size === 0) return []
      const flows = await allowedFlows(database.read, { userId, flowIds: [...open.keys()], action: 'show', now: now() })
      const seen = new Map(flows.map((flow) => [flow, open.get(flow)?.slice(0, MOST_NAMES) ?? []]))
      const ids = new Set([...seen.values()].flat())
      const people = ids.size === 0 ? [] : await findPeople(database.read, [...ids])
      const names = new Map(people.map(({ id, ...person }) => [id, fullName(person)]))
      return [...seen].map(([flow, others]) => ({
        flow,
        names: others.flatMap((id) => names.get(id) ?? []),
        others: (open.get(flow)?.length ?? 0) - others.length,
      }))
    },
  }
}
