import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  AlignHorizontalJustifyStart,
  CircleQuestionMark,
  CornerDownRight,
  Eye,
  File,
  FolderOpen,
  type LucideIcon,
  Pencil,
  Play,
  Plus,
  SquareDashedMousePointer,
} from 'lucide-react'
import { useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { flowsQuery } from '../../../../shared/api/flows.ts'
import { flowPath } from '../../../../shared/config/paths.ts'
import { focusAgain } from '../../../../shared/ui/focus-again.ts'
import { fitting } from '../../core/search/matching.ts'
import { searchItemsOf } from '../../core/search/search-items.ts'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import type { Command, Section } from '../../tools/commands/command.ts'
import { createCommands, runCommand } from '../../tools/commands/command-list.ts'
import { searchCommands } from '../../tools/commands/search-commands.ts'
import { goTo } from '../../tools/find/go-to.ts'
import { shortcutText } from '../../tools/keys/shortcut.ts'
import { useViewportControl } from '../../tools/viewport/use-viewport-control.ts'
import { type Choice, Choices, useTyping } from '../../ui/choices/choices.tsx'
import type { OpenedPanelProps } from '../../ui/panel.ts'
import classes from './command-palette.module.css'
import { createRecent, noteRecent, recentFirst } from './recent.ts'

const ICONS: Readonly<Record<Section, LucideIcon>> = {
  Add: Plus,
  Edit: Pencil,
  Select: SquareDashedMousePointer,
  Arrange: AlignHorizontalJustifyStart,
  View: Eye,
  Simulation: Play,
  File,
  Help: CircleQuestionMark,
}

interface Entry extends Choice {
  /** To be called when the palette is gone and the focus is where it was. */
  readonly act: () => void
}

/** Everything that can be done now, and everything on the canvas to go to: chosen by a few letters. */
export function CommandPalette({ title, onClose }: OpenedPanelProps) {
  useLayoutEffect(() => {
    const before = document.activeElement
    return () => focusAgain(before)
  }, [])
  const typing = useTyping()
  const entries = useEntries(typing.typed)

  const pick = ({ act }: Entry) => {
    // What a command is about is what had the focus.
    flushSync(onClose)
    act()
  }
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={560}
      yOffset="var(--palette-top)"
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      classNames={{ root: classes.root ?? '', content: classes.palette ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.25} />
      <Modal.Content aria-label={title}>
        <Choices
          name={title}
          placeholder="Do something, or go somewhere"
          {...typing}
          choices={entries}
          onPick={pick}
          nothing={`Nothing fits “${typing.typed}”.`}
        />
        <p className="visually-hidden" role="status">
          {entries.length === 1 ? '1 entry' : `${entries.length} entries`}
        </p>
      </Modal.Content>
    </Modal.Root>
  )
}

function useEntries(typed: string): readonly Entry[] {
  const commands = useCommandEntries()
  const items = useItemEntries()
  const flows = useFlowEntries()
  return useMemo(() => {
    if (typed.trim() === '') return commands
    return [...searchCommands(commands, typed), ...fitting(items, typed), ...fitting(flows, typed)]
  }, [commands, items, flows, typed])
}

/** What is available when the palette opens: while it is open, nothing else has the focus. */
function useCommandEntries(): readonly (Entry & Command)[] {
  const session = useEditorSession()
  const [entries] = useState(() => {
    const { commands } = session.stateOf(createCommands).getState()
    const available = commands.filter(({ id, isAvailable }) => id !== 'palette' && isAvailable())
    return recentFirst(available, session.stateOf(createRecent).getState().ids).map((command) => {
      const { id, section, keys } = command
      const Icon = ICONS[section]
      return {
        ...command,
        icon: <Icon size={15} />,
        hint: (
          <span className={classes.hint}>
            <span className={classes.section}>{section}</span>
            {keys[0] && <kbd className={classes.key}>{shortcutText(keys[0])}</kbd>}
          </span>
        ),
        act: () => {
          noteRecent(session, id)
          runCommand(session, id)
        },
      }
    })
  })
  return entries
}

function useItemEntries(): readonly (Entry & { readonly text: string })[] {
  const session = useEditorSession()
  const flow = useDocument((state) => state.flow)
  const viewport = useViewportControl()
  return useMemo(
    () =>
      searchItemsOf(flow).map((item) => ({
        ...item,
        id: `go-${item.id}`,
        icon: <CornerDownRight size={15} />,
        title: `Go to ${item.title}`,
        text: `${item.text} go to`,
        act: () => goTo(session, item, viewport),
      })),
    [flow, viewport, session],
  )
}

/** The flows of the library, each to be opened at its address. */
function useFlowEntries(): readonly (Entry & { readonly text: string })[] {
  const { data } = useQuery(flowsQuery)
  const navigate = useNavigate()
  return useMemo(
    () =>
      (data ?? []).map(({ id, name }) => ({
        id: `flow-${id}`,
        icon: <FolderOpen size={15} />,
        title: `Open ${name}`,
        text: `open flow ${name}`.toLowerCase(),
        act: () => navigate(flowPath(id)),
      })),
    [data, navigate],
  )
}
