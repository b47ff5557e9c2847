import { MOST_SEED } from '@plimsoll/simulation'
import { Dices } from 'lucide-react'
import { useId, useState } from 'react'
import iconButton from '../../../../shared/ui/icon-button.module.css'
import { randomSeed, readSeed } from '../../run/seed.ts'
import { useEditorSession, useRun } from '../../session/use-editor-session.ts'
import classes from './seed-field.module.css'

const RANGE = `Whole numbers from 0 to ${MOST_SEED.toLocaleString('en-US')}`

/** The seed of the next run. What is no seed stays in the field with the reason, until it is left; the run keeps the last good one. */
export function SeedField() {
  const session = useEditorSession()
  const seed = useRun((run) => run.seed)
  const [typed, setTyped] = useState<string | null>(null)
  const message = useId()
  const isRefused = typed !== null && readSeed(typed) === null

  function take(text: string): void {
    setTyped(text)
    const read = readSeed(text)
    if (read !== null) session.run.store.setState({ seed: read })
  }

  return (
    <span className={classes.root}>
      <label className={classes.field}>
        seed
        <input
          className={classes.input}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          title={`${RANGE}: the same diagram and seed give the same run`}
          value={typed ?? seed}
          aria-invalid={isRefused}
          aria-describedby={isRefused ? message : undefined}
          onChange={(event) => take(event.currentTarget.value)}
          onBlur={() => setTyped(null)}
        />
      </label>
      <button
        type="button"
        className={`${iconButton.small} ${classes.dice}`}
        aria-label="New random seed"
        title="New random seed"
        onClick={() => session.run.store.setState({ seed: randomSeed() })}
      >
        <Dices size={15} aria-hidden="true" />
      </button>
      {isRefused && (
        <span id={message} role="alert" className={classes.refusal}>
          {RANGE}
        </span>
      )}
    </span>
  )
}
