import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Stage, StageFlow, StageUser } from './stage.ts'

const PROGRAM = join(import.meta.dirname, 'honest.process.ts')
const HONEST_USERS = 10

export interface HonestUser extends StageUser {
  flow: StageFlow
}

export type HonestCommand =
  | { kind: 'begin'; port: number; users: HonestUser[]; seed: number }
  | { kind: 'measure' }
  | { kind: 'end' }

/** What honest users saw. */
export interface HonestFigures {
  /** Milliseconds of each answer to a list, a load or a save. */
  requests: number[]
  logins: number[]
  /** How often what was answered with another status than it should; 0: with none. */
  refused: Record<string, number>
}

/** Ten people who list, load, save and log in. */
export async function startHonestUsers(stage: Stage, seed: number) {
  const users: HonestUser[] = []
  for (let index = 0; index < HONEST_USERS; index++) {
    const user = await stage.addUser()
    users.push({ ...user, flow: await stage.addFlow(user) })
  }
  const child = fork(PROGRAM, { execArgv: [] })
  const tell = (command: HonestCommand) => child.send(command)
  tell({ kind: 'begin', port: stage.port, users, seed })
  return {
    /** Forgets what was seen so far. */
    measure: () => void tell({ kind: 'measure' }),
    async end(): Promise<HonestFigures> {
      const answered = once(child, 'message')
      tell({ kind: 'end' })
      const [figures] = (await answered) as [HonestFigures]
      child.kill('SIGKILL')
      return figures
    },
    stop: () => void child.kill('SIGKILL'),
  }
}
