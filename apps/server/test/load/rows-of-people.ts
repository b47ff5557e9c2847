import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { addPeople, requestsOf, startHonestUsers } from '../fairness/honest.ts'
import { p99 } from '../fairness/verdict.ts'
import type { Load, LoadRow } from './load.ts'
import { averagePeople, flowOf, judgeKept, judgePeople, judgeRefusals, watch } from './people.ts'

const BOTH = ['SQLite', 'PostgreSQL'] as const
const MIB = 1024 ** 2
const SECOND = 1_000
const HOUR = 3_600 * SECOND
/** How many times more than it can the server is asked for. */
const TOO_MUCH = 10
/** Of the length of a soak: what is filled then is no leak. */
const WARM_UP_SHARE = 1 / 8

export const PEOPLE_ROWS: readonly LoadRow[] = [
  {
    id: 'LO1',
    title: '200 people list, load, save, remove and log in',
    databases: BOTH,
    minutes: 10,
    async run(load) {
      const people = await startHonestUsers(load.stage, load.seed, { behaviour: averagePeople(load) })
      await delay(load.sized(200, 5 * SECOND))
      await people.look()
      const seen = await watch(load, people, 10)
      load.note(`${requestsOf(seen).length} requests, ${seen.answered.login.length} logins`)
      judgePeople(load, seen)
      await judgeKept(load, people.users)
    },
  },
  {
    id: 'LO2',
    title: 'ten times more is asked for than the server can do',
    databases: BOTH,
    minutes: 5,
    async run(load) {
      const { stage, seed, sized, figure, note } = load
      const common = { steps: ['list', 'load', 'save'], flow: flowOf(sized(10, 100)), isLoad: true } as const
      const users = await addPeople(stage, { people: sized(20, 1_000), flow: common.flow })

      const [few, peakMs] = [users.slice(0, 50), sized(200, 20 * SECOND)]
      const closed = { ...common, people: few.length, pace: { thinkMs: 0 } }
      const most = await startHonestUsers(stage, seed, { behaviour: closed, users: few })
      await delay(sized(100, 3 * SECOND))
      await most.look()
      await delay(peakMs)
      const peak = requestsOf(await most.end()).length / (peakMs / SECOND)

      const open = { ...common, people: users.length, pace: { perSecond: TOO_MUCH * peak } }
      const crowd = await startHonestUsers(stage, seed, { behaviour: open, users })
      await crowd.look()
      const start = performance.now()
      const seen = await watch(load, crowd, 5)
      const seconds = (performance.now() - start) / SECOND
      const good = requestsOf(seen)
      judgeRefusals(load, seen)
      await judgeKept(load, users)
      const { length } = seen.turnedAway
      note(
        `peak ${Math.round(peak)}/s, ${good.length} answered, ${length} turned away, ${seen.unsent} had nobody free to send them`,
      )
      const share = Math.round((100 * good.length) / seconds / peak)
      figure({ what: 'goodput', value: share, unit: '% of the peak', least: 80 })
      figure({ what: 'accepted p99', value: p99(good), unit: 'ms', most: 1_000 })
      figure({ what: 'refused p99', value: p99(seen.turnedAway), unit: 'ms', most: 100 })
      figure({ what: 'memory', value: Math.round(stage.peakMiB()), unit: 'MiB', most: 512 })

      await delay(sized(0, 5 * SECOND))
      const { flow, people: count, ...average } = averagePeople(load)
      const after = await startHonestUsers(stage, seed, {
        behaviour: { ...average, flow, people: count },
        users: users.slice(0, count),
      })
      judgePeople(load, await watch(load, after, 0.5), 'afterwards ')
    },
  },
  {
    id: 'LO7',
    title: 'hours of it',
    databases: BOTH,
    run: soak,
  },
]

async function soak(load: Load): Promise<void> {
  const { stage, seed, sized, figure, fault, note } = load
  const lastsMs = load.lasting(8 * 60)
  const expired = await addExpired(load)
  const before = stage.openFiles()
  const people = await startHonestUsers(stage, seed, { behaviour: averagePeople(load) })
  const samples: { hours: number; memoryMiB: number }[] = []
  let walMiB = 0
  const start = performance.now()
  const sampling = setInterval(
    () => {
      samples.push({ hours: (performance.now() - start) / HOUR, memoryMiB: stage.memoryMiB() })
      walMiB = Math.max(walMiB, walOf(stage.dataDir) / MIB)
    },
    sized(50, 10 * SECOND),
  )
  const eighths: number[] = []
  for (let eighth = 0; eighth < 8; eighth++) {
    await delay(lastsMs / 8)
    const seen = await people.look()
    for (const [what, count] of Object.entries(seen.refused)) fault(`refused: ${count} × ${what}`)
    eighths.push(p99(requestsOf(seen)))
  }
  await people.end()
  clearInterval(sampling)
  await judgeKept(load, people.users)

  const warm = samples.filter(({ hours }) => hours >= (WARM_UP_SHARE * lastsMs) / HOUR)
  figure({ what: 'memory grows', value: Math.round(10 * slopeOf(warm)) / 10, unit: 'MiB/h', most: 1 })
  const [, early = 0] = eighths
  const drift = Math.round(100 * ((eighths.at(-1) ?? 0) / Math.max(1, early) - 1))
  figure({ what: 'p99 drifts', value: drift, unit: '%', most: 10 })
  note(`memory ${Math.round(stage.peakMiB())} MiB at most, p99 of each eighth ${eighths.join(', ')} ms`)
  if (walMiB > 64) fault(`the write-ahead log had ${Math.round(walMiB)} MiB, at most 64 needed`)
  note(`write-ahead log ${walMiB.toFixed(1)} MiB at most`)
  const left = await filesAfter(load, before)
  if (left > before) fault(`${left} files are open, ${before} before`)
  // What has expired goes each hour.
  if (lastsMs > 1.1 * HOUR && (await expired()) > 0) fault(`${await expired()} expired sessions are kept`)
}

/** Adds sessions that have expired; returns how many are left. */
async function addExpired({ stage: { database, addUser } }: Load) {
  const { id } = await addUser()
  const longAgo = Date.now() - 30 * 24 * HOUR
  const rows = Array.from({ length: 100 }, (_, index) => ({
    token_hash: `expired-${index}`,
    user_id: id,
    created_at: longAgo,
    last_seen_at: longAgo,
  }))
  await database.write((queries) => queries.insertInto('sessions').values(rows).execute())
  return async () => {
    const { count } = await database.read
      .selectFrom('sessions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('created_at', '=', longAgo)
      .executeTakeFirstOrThrow()
    return Number(count)
  }
}

/** Open files once those of the load are closed; idle connections to the database take ten seconds for it. */
async function filesAfter({ stage }: Load, before: number): Promise<number> {
  const until = performance.now() + 15 * SECOND
  while (stage.openFiles() > before && performance.now() < until) await delay(50)
  return stage.openFiles()
}

function walOf(dataDir: string | undefined): number {
  return dataDir === undefined ? 0 : (statSync(join(dataDir, 'plimsoll.db-wal'), { throwIfNoEntry: false })?.size ?? 0)
}

/** The slope of the line of least squares, in MiB an hour; 0 of nothing. */
function slopeOf(samples: readonly { hours: number; memoryMiB: number }[]): number {
  const mean = (of: (sample: (typeof samples)[number]) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / Math.max(1, samples.length)
  const [hours, memory] = [mean((one) => one.hours), mean((one) => one.memoryMiB)]
  const spread = mean((one) => (one.hours - hours) ** 2)
  return spread === 0 ? 0 : mean((one) => (one.hours - hours) * (one.memoryMiB - memory)) / spread
}
