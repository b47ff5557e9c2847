import type { Command } from '../command.ts'
import { administratorLink, createUser, removeFactors, resetLink, revokeSessions } from './accounts.ts'
import { backup, restore } from './backups.ts'
import { checkDatabase } from './check.ts'
import { EXPERIMENTS } from './experiments.ts'
import { pull, push } from './flows.ts'
import { simulate } from './simulate.ts'
import { worker } from './worker.ts'

export const COMMANDS: readonly Command[] = [
  simulate,
  ...EXPERIMENTS,
  pull,
  push,
  worker,
  createUser,
  resetLink,
  revokeSessions,
  removeFactors,
  administratorLink,
  backup,
  restore,
  checkDatabase,
]
