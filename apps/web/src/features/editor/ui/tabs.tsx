import type { KeyboardEvent } from 'react'
import classes from './tabs.module.css'

interface TabsProps<Id extends string> {
  /** What they choose between. */
  readonly label: string
  /** The tab of `ID` is `GROUP-tab-ID`, and controls `GROUP-ID`. */
  readonly group: string
  readonly tabs: readonly { readonly id: Id; readonly title: string }[]
  readonly shown: Id
  readonly onChange: (tab: Id) => void
  readonly className?: string | undefined
}

/** Chooses one of a few things to show. */
export function Tabs<Id extends string>({ label, group, tabs, shown, onChange, className }: TabsProps<Id>) {
  function press({ key, currentTarget }: KeyboardEvent<HTMLElement>) {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
    const at = tabs.findIndex(({ id }) => id === shown)
    const next = (at + (key === 'ArrowRight' ? 1 : -1) + tabs.length) % tabs.length
    onChange((tabs[next] as (typeof tabs)[number]).id)
    currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div
      role="tablist"
      aria-label={label}
      className={`${classes.tabs} ${className ?? ''}`}
      onKeyDown={press}
      tabIndex={-1}
    >
      {tabs.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          role="tab"
          className={classes.tab}
          id={`${group}-tab-${id}`}
          aria-controls={`${group}-${id}`}
          aria-selected={id === shown}
          tabIndex={id === shown ? 0 : -1}
          onClick={() => onChange(id)}
        >
          {title}
        </button>
      ))}
    </div>
  )
}
