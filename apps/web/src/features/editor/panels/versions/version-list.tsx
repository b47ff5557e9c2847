import { Button } from '@mantine/core'
import type { SavedVersion } from '@plimsoll/contract'
import { useEffect, useId, useRef } from 'react'
import { Moment } from '../../../../shared/time/moment.tsx'
import { figuresText } from './figures.ts'
import classes from './versions.module.css'

interface VersionListProps {
  /** The newest first. */
  readonly versions: readonly SavedVersion[]
  readonly newest: number
  readonly chosen: number
  readonly onChoose: (version: number) => void
  /** Loads older ones; false: there are none. */
  readonly more: false | { readonly isBusy: boolean; readonly onMore: () => void }
}

/** Versions to choose one from, with the arrow keys, too. */
export function VersionList({ versions, newest, chosen, onChoose, more }: VersionListProps) {
  const group = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  // The dialog was there before the list was loaded.
  useEffect(() => list.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), [])
  const count = useRef(versions.length)
  useEffect(() => {
    // The button that asked for older ones may be gone.
    if (versions.length > count.current) list.current?.querySelectorAll('input')[count.current]?.focus()
    count.current = versions.length
  }, [versions.length])
  return (
    <fieldset ref={list} className={classes.list}>
      <legend className="visually-hidden">Versions of this flow</legend>
      {versions.map((one) => (
        <label key={one.version} className={classes.version}>
          <input
            type="radio"
            name={group}
            className="visually-hidden"
            data-autofocus={one.version === chosen || undefined}
            checked={one.version === chosen}
            onChange={() => onChoose(one.version)}
          />
          <VersionLines version={one} isNewest={one.version === newest} />
        </label>
      ))}
      {more && (
        <Button variant="subtle" size="compact-sm" loading={more.isBusy} onClick={more.onMore}>
          Show older versions
        </Button>
      )}
    </fieldset>
  )
}

function VersionLines({ version: one, isNewest }: { version: SavedVersion; isNewest: boolean }) {
  const figures = figuresText(one)
  return (
    <span className={classes.lines}>
      <span className={classes.name}>
        {one.name || `Version ${one.version}`}
        {isNewest && <span className={classes.badge}> newest</span>}
      </span>
      <span className={`${classes.faint} figure`}>
        {one.name && `Version ${one.version}, `}
        <Moment at={one.savedAt} /> by {one.savedBy ?? 'a former member'}
      </span>
      {one.restoredFrom !== null && <span className={classes.faint}>Restored from version {one.restoredFrom}</span>}
      {one.note && <span className={classes.note}>{one.note}</span>}
      {figures && <span className={`${classes.faint} figure`}>{figures}</span>}
    </span>
  )
}
