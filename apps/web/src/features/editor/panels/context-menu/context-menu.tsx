import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import { Menu } from '@mantine/core'
import { Fragment, type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { focusAgain } from '../../../../shared/ui/focus-again.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import type { Command } from '../../tools/commands/command.ts'
import { createCommands, runCommand } from '../../tools/commands/command-list.ts'
import { ariaShortcut, shortcutText } from '../../tools/keys/shortcut.ts'
import { createMenu, type Subject } from '../../tools/menu/menu.ts'
import type { OpenedPanelProps } from '../../ui/panel.ts'
import { PointedAt } from '../../ui/pointed-at.tsx'
import classes from './context-menu.module.css'
import { menuEntries } from './menu-entries.ts'

const NAMES: Readonly<Record<Subject, string>> = {
  node: 'Component',
  edge: 'Connection',
  group: 'Group',
  canvas: 'Canvas',
  export: 'Export',
}

/** The next key is meant for the menu. */
const focusNow = (item: HTMLElement | null): void => item?.focus({ preventScroll: true })

/** What can be done with what was pressed. Arrows walk through it, Enter does it, Escape leaves. */
export function ContextMenu({ onClose }: OpenedPanelProps) {
  const session = useEditorSession()
  const { at, subject, isPointed } = useStore(session.stateOf(createMenu))
  const [sections] = useState(() => menuEntries(session.stateOf(createCommands).getState().commands, subject))
  const [before] = useState(() => document.activeElement)
  const leave = () => {
    flushSync(onClose)
    focusAgain(before)
  }
  const pick = ({ id }: Command) => {
    // What a command is about is what had the focus.
    leave()
    runCommand(session, id, isPointed ? at : undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') leave()
    if (event.key === 'Home' || event.key === 'End') {
      const items = event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')
      items.item(event.key === 'Home' ? 0 : items.length - 1).focus()
      event.preventDefault()
    }
    event.stopPropagation()
  }
  return (
    <Menu
      key={`${at.x} ${at.y}`}
      opened
      onClose={leave}
      closeOnItemClick={false}
      // It would move the focus back to the first item a moment later, when an arrow key may have been pressed.
      trapFocus={false}
      withInitialFocusPlaceholder={false}
      clickOutsideEvents={['pointerdown', 'wheel']}
      clickOutsideCapture
      position="bottom-start"
      offset={0}
      // In the landmark of the page: what lies outside is not found by those who go from one to the next.
      portalProps={{ target: '#content' }}
      floatingStrategy="fixed"
      hideDetached={false}
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: classes.menu ?? '', item: classes.item ?? '' }}
    >
      <Menu.Target>
        <PointedAt at={at} />
      </Menu.Target>
      <Menu.Dropdown
        aria-label={NAMES[subject]}
        // biome-ignore lint/a11y/useValidAriaValues: else it would be named by the point that it opens at.
        aria-labelledby=""
        data-own-keys=""
        onKeyDown={onKeyDown}
        onContextMenu={(event) => event.preventDefault()}
      >
        {sections.map((commands, section) => (
          <Fragment key={commands[0]?.section}>
            {section > 0 && <Menu.Divider />}
            {commands.map((command, index) => (
              <Menu.Item
                key={command.id}
                ref={section + index === 0 ? focusNow : null}
                aria-keyshortcuts={command.keys[0] && ariaShortcut(command.keys[0])}
                rightSection={
                  command.keys[0] && (
                    <span className={classes.key} aria-hidden="true">
                      {shortcutText(command.keys[0])}
                    </span>
                  )
                }
                onClick={() => pick(command)}
              >
                {command.title}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
