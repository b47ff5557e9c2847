import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { useEditorSession } from '../../session/use-editor-session.ts'
import type { Command } from '../../tools/commands/command.ts'
import { createCommands, runCommand } from '../../tools/commands/command-list.ts'
import { ariaShortcut, shortcutText } from '../../tools/keys/shortcut.ts'
import { createMenu, type Subject } from '../../tools/menu/menu.ts'
import floating from '../../ui/floating.module.css'
import classes from './context-menu.module.css'
import { menuEntries } from './menu-entries.ts'

const NAMES: Readonly<Record<Subject, string>> = {
  node: 'Component',
  edge: 'Connection',
  group: 'Group',
  canvas: 'Canvas',
  export: 'Export',
}

/** Free distance to the edges of the window. */
const MARGIN = 8

/** What can be done with what was pressed. Arrows walk through it, Enter does it, Escape leaves. */
export function ContextMenu({ onClose }: { onClose: () => void }) {
  const session = useEditorSession()
  const { at, subject, isPointed } = useStore(session.stateOf(createMenu))
  const menu = useRef<HTMLDivElement>(null)
  const [sections] = useState(() => menuEntries(session.stateOf(createCommands).getState().commands, subject))
  const [before] = useState(() => document.activeElement)

  useLayoutEffect(() => {
    const { current } = menu
    if (!current) return
    current.showPopover()
    const { width, height } = current.getBoundingClientRect()
    current.style.left = `${Math.max(MARGIN, Math.min(at.x, innerWidth - width - MARGIN))}px`
    current.style.top = `${Math.max(MARGIN, Math.min(at.y, innerHeight - height - MARGIN))}px`
    current.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
  }, [at])

  useEffect(() => {
    const pressed = ({ target }: Event) => {
      if (!(target instanceof Node && menu.current?.contains(target))) onClose()
    }
    addEventListener('pointerdown', pressed, { capture: true })
    addEventListener('wheel', pressed, { capture: true, passive: true })
    addEventListener('resize', onClose)
    return () => {
      removeEventListener('pointerdown', pressed, { capture: true })
      removeEventListener('wheel', pressed, { capture: true })
      removeEventListener('resize', onClose)
    }
  }, [onClose])

  const leave = () => {
    flushSync(onClose)
    if (before instanceof HTMLElement || before instanceof SVGElement) before.focus({ preventScroll: true })
  }
  const pick = ({ id }: Command) => {
    leave()
    runCommand(session, id, isPointed ? at : undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const current = items.indexOf(document.activeElement as HTMLElement)
    const next = NEXT[event.key]?.(current, items.length)
    if (next !== undefined) items[next]?.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') leave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={menu}
      role="menu"
      aria-label={NAMES[subject]}
      tabIndex={-1}
      popover="manual"
      data-own-keys=""
      className={`${floating.root} ${classes.menu}`}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {sections.map((commands) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a menu.
        <div key={commands[0]?.section} role="group" className={classes.section}>
          {commands.map((command) => (
            <button
              key={command.id}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={classes.item}
              aria-keyshortcuts={command.keys[0] && ariaShortcut(command.keys[0])}
              onPointerEnter={(event) => event.currentTarget.focus({ preventScroll: true })}
              onClick={() => pick(command)}
            >
              {command.title}
              {command.keys[0] && (
                <span className={classes.key} aria-hidden="true">
                  {shortcutText(command.keys[0])}
                </span>
              )}
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}

const NEXT: Readonly<Record<string, (current: number, count: number) => number>> = {
  ArrowDown: (current, count) => (current + 1) % count,
  ArrowUp: (current, count) => (current + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}
