import { Combobox, useVirtualizedCombobox } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import classes from './choices.module.css'

/** Something that can be chosen from a list by typing, arrows and Enter. */
export interface Choice {
  readonly id: string
  readonly title: string
  /** Its accessible name, where that is not what stands there. */
  readonly name?: string | undefined
  /** Says more in small type. */
  readonly caption?: string | undefined
  readonly icon?: ReactNode
  /** What stands at its end: a shortcut, a section. */
  readonly hint?: ReactNode
}

interface Typing {
  readonly typed: string
  readonly onType: (typed: string) => void
  /** Position of the choice that Enter picks; the last one when it is beyond. */
  readonly position: number
  readonly onMove: (position: number) => void
}

interface ChoicesProps<T extends Choice> extends Typing {
  /** What is chosen from: the field and the list are called so. */
  readonly name: string
  readonly placeholder: string
  readonly choices: readonly T[]
  readonly onPick: (choice: T) => void
  /** Stands beside the field. */
  readonly children?: ReactNode
  readonly nothing: string
}

/** What is typed to narrow down a list; each letter goes back to the first choice. */
export function useTyping(): Typing {
  const [typing, setTyping] = useState({ typed: '', position: 0 })
  return {
    ...typing,
    onType: (typed) => setTyping({ typed, position: 0 }),
    onMove: (position) => setTyping({ ...typing, position }),
  }
}

/** As many as are in the page at once: a list of thousands would take longer to draw than to search. */
const SHOWN = 50

const PAGE = 10

/** A field that narrows a list down. The focus stays in the field; the list follows it by aria-activedescendant. */
export function Choices<T extends Choice>(props: ChoicesProps<T>) {
  const { name, placeholder, typed, onType, choices, onMove, onPick, children, nothing } = props
  const id = useId()
  const last = choices.length - 1
  const position = Math.max(0, Math.min(props.position, last))
  const first = Math.floor(position / SHOWN) * SHOWN
  const optionId = (index: number) => `${id}-${index}`
  const pick = (index: number) => {
    const choice = choices[index]
    if (choice) onPick(choice)
  }
  const combobox = useVirtualizedCombobox({
    opened: true,
    totalOptionsCount: choices.length,
    getOptionId: optionId,
    selectedOptionIndex: position,
    setSelectedOptionIndex: onMove,
    onSelectedOptionSubmit: pick,
  })
  const onKeyDown = (event: KeyboardEvent) => {
    // The canvas moves what is selected by arrow keys.
    if (event.key !== 'Escape' && event.key !== 'Tab') event.stopPropagation()
    if (event.key === 'PageDown') onMove(Math.max(0, Math.min(position + PAGE, last)))
    else if (event.key === 'PageUp') onMove(Math.max(0, position - PAGE))
    else return
    event.preventDefault()
  }

  return (
    <Combobox store={combobox} onOptionSubmit={(index) => pick(Number(index))}>
      <div className={classes.head}>
        <Combobox.EventsTarget
          withExpandedAttribute
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={last >= 0 ? optionId(position) : undefined}
          // Escape closes what the list stands in.
          data-mantine-stop-propagation="false"
        >
          <input
            // biome-ignore lint/a11y/noAutofocus: it was asked for by key or button, and has nothing before this field.
            autoFocus
            data-autofocus
            className={classes.field}
            aria-label={name}
            spellCheck="false"
            placeholder={placeholder}
            value={typed}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => onType(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </Combobox.EventsTarget>
        {children}
      </div>
      <Combobox.Options id={`${id}-list`} aria-label={name} tabIndex={-1} className={classes.list}>
        {choices.slice(first, first + SHOWN).map((choice, index) => (
          <Option
            key={choice.id}
            id={optionId(first + index)}
            choice={choice}
            isChosen={first + index === position}
            index={first + index}
            count={choices.length}
          />
        ))}
      </Combobox.Options>
      {choices.length === 0 && (
        <p className={classes.nothing} role="status">
          {nothing}
        </p>
      )}
    </Combobox>
  )
}

interface OptionProps {
  readonly id: string
  readonly choice: Choice
  readonly isChosen: boolean
  readonly index: number
  readonly count: number
}

function Option({ id, choice: { title, name, caption, icon, hint }, isChosen, index, count }: OptionProps) {
  return (
    <Combobox.Option
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: 'nearest' })
      }}
      id={id}
      value={String(index)}
      selected={isChosen}
      aria-selected={isChosen}
      aria-label={name}
      aria-posinset={index + 1}
      aria-setsize={count}
      className={classes.option}
    >
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        {caption && <span className={classes.caption}>{caption}</span>}
      </span>
      {hint}
    </Combobox.Option>
  )
}
