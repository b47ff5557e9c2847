import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { flowBody } from '../support/flows.ts'
import type { Stage, StageUser } from './stage.ts'

const PROGRAM = join(import.meta.dirname, 'honest.process.ts')

export type Step = 'list' | 'load' | 'save' | 'create' | 'remove' | 'profile'

/** What people do. */
export interface Behaviour {
  people: number
  /** What each of them does, one after the other, again and again. */
  steps: readonly Step[]
  /** The mean time from an answer to the next step, or how many steps they take together, however long answers take. */
  pace: { thinkMs: number } | { perSecond: number }
  /** The mean time between two logins of one of them; undefined: nobody logs in. */
  loginMs?: number
  /** What they save. */
  flow: Record<string, unknown>
  /** They are a load, not people to be watched: the server comes before them where it shares the machine with them. */
  isLoad?: boolean
}

/** As people are: a moment passes before the next click, and few log in. */
const TEN_PEOPLE: Behaviour = {
  people: 10,
  steps: ['list', 'load', 'save'],
  pace: { thinkMs: 250 },
  loginMs: 5_000,
  flow: flowBody(),
}

export interface HonestUser extends StageUser {
  flowId: string
  /** Of the flow, as it was acknowledged last. */
  version: number
}

export type HonestCommand =
  | { kind: 'begin'; port: number; users: HonestUser[]; seed: number; behaviour: Behaviour }
  | { kind: 'look' }
  | { kind: 'end' }

/** What honest users saw. */
export interface HonestFigures {
  /** Milliseconds of each answer that was as it should be. */
  answered: Record<Step | 'login', number[]>
  /** How often what was answered with another status than it should; 0: with none. */
  refused: Record<string, number>
  /** Milliseconds of each 503 and 429 that says when to try again. */
  turnedAway: number[]
  /** When somebody was refused last, in milliseconds since 1970. */
  refusedAt: number
  /** Steps that nobody was free for. */
  unsent: number
  /** The version of each one's flow that was acknowledged last. */
  versions: number[]
}

/** Of lists, loads, saves and all else but logins. */
export const requestsOf = ({ answered: { login: _, ...others } }: HonestFigures): number[] =>
  Object.values(others).flat()

/** What was seen before and after. */
export function together(one: HonestFigures, other: HonestFigures): HonestFigures {
  const steps = Object.keys(one.answered) as (keyof HonestFigures['answered'])[]
  const answered = Object.fromEntries(steps.map((step) => [step, [...one.answered[step], ...other.answered[step]]]))
  const refused = { ...one.refused }
  for (const [what, count] of Object.entries(other.refused)) refused[what] = (refused[what] ?? 0) + count
  return {
    answered: answered as HonestFigures['answered'],
    refused,
    turnedAway: [...one.turnedAway, ...other.turnedAway],
    refusedAt: Math.max(one.refusedAt, other.refusedAt),
    unsent: one.unsent + other.unsent,
    versions: other.versions,
  }
}

/** The name that a flow is saved with, so that its version can be told from it. */
export const nameOfVersion = (version: number): string => `Flow ${version}`

/** Makes people, each with a flow. */
export async function addPeople(stage: Stage, { people, flow }: Pick<Behaviour, 'people' | 'flow'>) {
  const users: HonestUser[] = []
  for (let index = 0; index < people; index++) {
    const user = await stage.addUser()
    const { id } = await stage.addFlow(user, { ...flow, name: nameOfVersion(1) })
    users.push({ ...user, flowId: id, version: 1 })
  }
  return users
}

/** People who work in a process of their own: ten who list, load, save and log in, or others. */
export async function startHonestUsers(
  stage: Stage,
  seed: number,
  { behaviour = TEN_PEOPLE, users }: { behaviour?: Behaviour; users?: HonestUser[] } = {},
) {
  const people = users ?? (await addPeople(stage, behaviour))
  const child = fork(PROGRAM, { execArgv: [] })
  const tell = (command: HonestCommand) => child.send(command)
  const ask = async (kind: 'look' | 'end') => {
    const answered = once(child, 'message')
    tell({ kind })
    const [figures] = (await answered) as [HonestFigures]
    return figures
  }
  tell({ kind: 'begin', port: stage.port, users: people, seed, behaviour })
  return {
    users: people,
    /** Forgets what was seen so far, and tells it. */
    look: () => ask('look'),
    /** Ends when all that is under way is answered. */
    async end(): Promise<HonestFigures> {
      const figures = await ask('end')
      people.forEach((user, index) => {
        user.version = figures.versions[index] ?? user.version
      })
      child.kill('SIGKILL')
      return figures
    },
    stop: () => void child.kill('SIGKILL'),
  }
}

export type HonestUsers = Awaited<ReturnType<typeof startHonestUsers>>
