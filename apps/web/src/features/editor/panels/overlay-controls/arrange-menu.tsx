import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  Group,
  Network,
} from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import classes from './arrange-menu.module.css'
import { CommandButton } from './command-button.tsx'
import bar from './selection-bar.module.css'

const TOOLS = [
  [
    ['align-left', AlignStartVertical],
    ['align-centre', AlignCenterVertical],
    ['align-right', AlignEndVertical],
    ['distribute-x', AlignHorizontalDistributeCenter],
    ['lay-out', Network],
  ],
  [
    ['align-top', AlignStartHorizontal],
    ['align-middle', AlignCenterHorizontal],
    ['align-bottom', AlignEndHorizontal],
    ['distribute-y', AlignVerticalDistributeCenter],
    ['group', Group],
  ],
] as const

/** How several things can be put in order; opens above its button. */
export function ArrangeMenu() {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.preventDefault()
    event.stopPropagation()
    setOpen(false)
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key only bubbles up to here from the buttons inside.
    <div
      className={classes.place}
      data-own-keys=""
      onKeyDown={onKeyDown}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <button
        ref={button}
        type="button"
        className={bar.tool}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <AlignStartVertical size={14} aria-hidden="true" />
        <span className={bar.word}>Arrange</span>
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
        <div id={id} role="group" aria-label="Arrange" className={classes.tools}>
          {TOOLS.map((row) => (
            <div key={row[0][0]} className={classes.row}>
              {row.map(([command, Icon]) => (
                <CommandButton key={command} id={command} Icon={Icon} />
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
