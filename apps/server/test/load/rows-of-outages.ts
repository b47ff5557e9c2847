import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type HonestFigures, type HonestUsers, requestsOf, startHonestUsers } from '../fairness/honest.ts'
import type { Load, LoadRow } from './load.ts'
import { flowOf, judgeKept, judgeRefusals } from './people.ts'

const SECOND = 1_000
const MOST_RECOVERY_MS = 5 * SECOND
const GIVEN_UP_AFTER_MS = 20 * SECOND

export const OUTAGE_ROWS: readonly LoadRow[] = [
  {
    id: 'LO9',
    title: 'PostgreSQL is killed, away for ten seconds, and all connections to it are taken',
    databases: ['PostgreSQL'],
    hasOwnPostgres: true,
    async run(load) {
      const { stage, cluster, seed, sized, fault } = load
      if (!cluster) throw new Error('There is no PostgreSQL to be killed.')
      const people = await startHonestUsers(stage, seed, {
        behaviour: {
          people: sized(10, 100),
          steps: ['list', 'load', 'save'],
          pace: { thinkMs: sized(20, 500) },
          flow: flowOf(10),
        },
      })
      await delay(sized(200, 5 * SECOND))
      await people.look()

      await cluster.kill()
      const { turnedAway } = await untilRefused(people)
      await delay(sized(0, 10 * SECOND))
      await cluster.start()
      await recover(load, { people, what: 'back from the kill after', refused: turnedAway.length })

      const blocker = new pg.Client(stage.databaseUrl)
      await blocker.connect()
      await blocker.query('begin')
      await blocker.query('lock table flows in access exclusive mode')
      await delay(sized(300, 12 * SECOND))
      await blocker.query('rollback')
      await blocker.end()
      await recover(load, { people, what: 'back from the lock after' })

      await people.end()
      await judgeKept(load, people.users)
      if (!stage.isAlive()) fault('the server died')
    },
  },
]

async function untilRefused(people: HonestUsers): Promise<HonestFigures> {
  for (;;) {
    const seen = await people.look()
    if (seen.refusedAt > 0) return seen
    await delay(50)
  }
}

/** Waits until nobody is refused any more, and notes how long that took. */
async function recover(
  load: Load,
  { people, what, refused = 0 }: { people: HonestUsers; what: string; refused?: number },
): Promise<void> {
  const from = Date.now()
  let refusedAt = from
  let refusals = refused
  for (;;) {
    await delay(load.sized(150, SECOND))
    const seen = await people.look()
    judgeRefusals(load, seen)
    refusals += seen.turnedAway.length
    if (seen.refusedAt > 0) refusedAt = Math.max(refusedAt, seen.refusedAt)
    else if (requestsOf(seen).length > 0) break
    if (Date.now() - from > GIVEN_UP_AFTER_MS) {
      load.fault(`${what}: nobody is answered ${GIVEN_UP_AFTER_MS / SECOND} s later`)
      break
    }
  }
  load.figure({ what, value: refusedAt - from, unit: 'ms', most: MOST_RECOVERY_MS })
  load.note(`${refusals} refused meanwhile`)
}
