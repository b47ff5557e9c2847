import type { Command } from '../command.ts'
import { createUser, resetLink, revokeSessions } from './accounts.ts'
import { backup, restore } from './backups.ts'

export const COMMANDS: readonly Command[] = [createUser, resetLink, revokeSessions, backup, restore]
