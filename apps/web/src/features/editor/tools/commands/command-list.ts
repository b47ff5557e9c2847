import type { Position } from '@plimsoll/flow'
import { createStore } from 'zustand/vanilla'
import type { EditorSession } from '../../session/editor-session.ts'
import { addCommands } from './add.commands.ts'
import { arrangeCommands } from './arrange.commands.ts'
import type { Command, CommandContext } from './command.ts'
import { editCommands } from './edit.commands.ts'
import { fileCommands } from './file.commands.ts'
import { helpCommands } from './help.commands.ts'
import { kindCommands } from './kind.commands.ts'
import { selectCommands } from './select.commands.ts'
import { simulationCommands } from './simulation.commands.ts'
import { viewCommands } from './view.commands.ts'

/** Every command of the editor; none while there is no canvas. */
export const createCommands = () => createStore<{ readonly commands: readonly Command[] }>()(() => ({ commands: [] }))

/** Makes the commands for a canvas; gives back how to end them. */
export function provideCommands(context: CommandContext): () => void {
  const lists = [
    ...[addCommands, editCommands, kindCommands, selectCommands, arrangeCommands, viewCommands],
    ...[simulationCommands, fileCommands, helpCommands],
  ]
  const commands = context.session.stateOf(createCommands)
  commands.setState({ commands: lists.flatMap((list) => list(context)) })
  return () => commands.setState({ commands: [] })
}

/** Does it, if it would do anything now. */
export function runCommand(session: EditorSession, id: string, at?: Position): void {
  const command = commandOf(session.stateOf(createCommands).getState().commands, id)
  if (command?.isAvailable()) command.run(at)
}

export const commandOf = (commands: readonly Command[], id: string): Command | undefined =>
  commands.find((candidate) => candidate.id === id)
