import { type KeyboardEvent, type ReactNode, useId } from 'react'
import classes from './choices.module.css'

/** Something that can be chosen from a list by typing, arrows and Enter. */
export interface Choice {
  readonly id: string
  readonly title: string
  /** Says more in small type. */
  readonly caption?: string | undefined
  readonly icon?: ReactNode
  /** What stands at its end: a shortcut, a section. */
  readonly hint?: ReactNode
}

interface ChoicesProps<T extends Choice> {
  /** What is chosen from: the field and the list are called so. */
  readonly name: string
  readonly placeholder: string
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly choices: readonly T[]
  /** Position of the one that Enter picks. */
  readonly position: number
  readonly onMove: (position: number) => void
  readonly onPick: (choice: T) => void
  /** Stands beside the field. */
  readonly children?: ReactNode
  readonly nothing: string
}

/** As many as are in the page at once: a list of thousands would take longer to draw than to search. */
const SHOWN = 50

/** A field that narrows a list down. The focus stays in the field; the list follows it by aria-activedescendant. */
export function Choices<T extends Choice>(props: ChoicesProps<T>) {
  const { name, placeholder, typed, onType, choices, position, onMove, onPick, children, nothing } = props
  const id = useId()
  const first = Math.floor(position / SHOWN) * SHOWN
  const shown = choices.slice(first, first + SHOWN)
  const optionId = (index: number) => `${id}-${index}`

  const onKeyDown = (event: KeyboardEvent) => {
    const next = NEXT[event.key]?.(position, choices.length)
    if (next !== undefined) onMove(Math.max(0, next))
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      const choice = choices[position]
      if (choice) onPick(choice)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <>
      <div className={classes.head}>
        <input
          // biome-ignore lint/a11y/noAutofocus: it was asked for by key or button, and has nothing before this field.
          autoFocus
          className={classes.field}
          role="combobox"
          aria-label={name}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={choices.length > 0 ? optionId(position) : undefined}
          autoComplete="off"
          spellCheck="false"
          placeholder={placeholder}
          value={typed}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {children}
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={name} tabIndex={-1} className={classes.list}>
        {shown.map((choice, index) => (
          <Option
            key={choice.id}
            id={optionId(first + index)}
            choice={choice}
            isChosen={first + index === position}
            place={first + index + 1}
            count={choices.length}
            onPick={() => onPick(choice)}
          />
        ))}
      </div>
      {choices.length === 0 && <p className={classes.nothing}>{nothing}</p>}
    </>
  )
}

/** Where a key leads, around both ends. */
const NEXT: Readonly<Record<string, (position: number, count: number) => number>> = {
  ArrowDown: (position, count) => (position + 1) % Math.max(1, count),
  ArrowUp: (position, count) => (position + count - 1) % Math.max(1, count),
  PageDown: (position, count) => Math.min(position + 10, count - 1),
  PageUp: (position) => Math.max(position - 10, 0),
}

interface OptionProps {
  readonly id: string
  readonly choice: Choice
  readonly isChosen: boolean
  readonly place: number
  readonly count: number
  readonly onPick: () => void
}

function Option({ id, choice: { title, caption, icon, hint }, isChosen, place, count, onPick }: OptionProps) {
  return (
    <button
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: 'nearest' })
      }}
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-posinset={place}
      aria-setsize={count}
      className={classes.option}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        {caption && <span className={classes.caption}>{caption}</span>}
      </span>
      {hint}
    </button>
  )
}
