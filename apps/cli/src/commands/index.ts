import type { Command } from '../command.ts'
import { createUser, resetLink, revokeSessions } from './accounts.ts'
import { backup, restore } from './backups.ts'
import { simulate } from './simulate.ts'

export const COMMANDS: readonly Command[] = [simulate, createUser, resetLink, revokeSessions, backup, restore]
