import type { LucideIcon } from 'lucide-react'
import { useStore } from 'zustand'
import iconButton from '../../../../shared/ui/icon-button.module.css'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { commandOf, createCommands, runCommand } from '../../tools/commands/command-list.ts'
import { ariaShortcut, shortcutText } from '../../tools/keys/shortcut.ts'
import classes from './command-button.module.css'

/** A command as an icon: named, explained and allowed as the list of commands says. It keeps the focus while it would do nothing. */
export function CommandButton({ id, Icon }: { id: string; Icon: LucideIcon }) {
  const session = useEditorSession()
  const command = useStore(session.stateOf(createCommands), ({ commands }) => commandOf(commands, id))
  const isAvailable = useDocument(() => command?.isAvailable() ?? false)
  if (!command) return null
  const [key] = command.keys
  return (
    <button
      type="button"
      className={`${iconButton.small} ${classes.button}`}
      aria-label={command.title}
      aria-keyshortcuts={command.keys.map(ariaShortcut).join(' ') || undefined}
      aria-disabled={!isAvailable}
      data-tip={key === undefined ? command.title : `${command.title}  ${shortcutText(key)}`}
      onClick={() => runCommand(session, id)}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  )
}
