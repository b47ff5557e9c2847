import { Button } from '@mantine/core'
import { LIMITS, type TagCount } from '@plimsoll/contract'
import { useId, useState } from 'react'
import { useChangeTags, useExportFlows, useRemoveFlows } from './library.actions.ts'
import classes from './selected-flows.module.css'

interface SelectedFlowsProps {
  readonly ids: readonly string[]
  /** Those of the library, to choose from. */
  readonly tags: readonly TagCount[]
  /** Selects all that are shown; null where they are. */
  readonly onAll: (() => void) | null
  readonly onEnd: () => void
}

/** What can be done with several flows at once. */
export function SelectedFlows({ ids, tags, onAll, onEnd }: SelectedFlowsProps) {
  const remove = useRemoveFlows()
  const change = useChangeTags()
  const [tag, setTag] = useState('')
  const listId = useId()
  const takeAlong = useExportFlows()
  return (
    <section className={classes.root} aria-label="Selected flows">
      <p className="figure" role="status">
        {ids.length} selected
      </p>
      <form
        className={classes.tag}
        onSubmit={(event) => {
          event.preventDefault()
          if (tag.trim() !== '') change.mutate({ flows: [...ids], add: [tag.trim()], remove: [] })
          setTag('')
        }}
      >
        <input
          aria-label="Tag"
          placeholder="Tag"
          list={listId}
          maxLength={LIMITS.tag}
          value={tag}
          onChange={({ currentTarget }) => setTag(currentTarget.value)}
        />
        <datalist id={listId}>
          {tags.map((known) => (
            <option key={known.tag} value={known.tag} />
          ))}
        </datalist>
        <Button type="submit" size="compact-sm" variant="default" disabled={tag.trim() === ''}>
          Add tag
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={tag.trim() === ''}
          onClick={() => {
            change.mutate({ flows: [...ids], add: [], remove: [tag.trim()] })
            setTag('')
          }}
        >
          Remove tag
        </Button>
      </form>
      <Button size="compact-sm" variant="default" loading={takeAlong.isPending} onClick={() => takeAlong.mutate(ids)}>
        Export
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        loading={remove.isPending}
        onClick={() => {
          remove.mutate(ids)
          onEnd()
        }}
      >
        Remove
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-disabled={onAll === null}
        onClick={onAll ?? undefined}
      >
        Select all
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onEnd}>
        Deselect all
      </Button>
    </section>
  )
}
