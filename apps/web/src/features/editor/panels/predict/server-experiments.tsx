import type { Experiment } from '@plimsoll/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { experimentsQuery, removeExperiment } from '../../../../shared/api/experiments.ts'
import { predictionPath } from '../../../../shared/config/paths.ts'
import { Link } from '../../../../shared/navigation/link.tsx'
import { Moment } from '../../../../shared/time/moment.tsx'
import iconButton from '../../../../shared/ui/icon-button.module.css'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import panelButton from '../../ui/panel-button.module.css'
import classes from './predict.module.css'
import { createPrediction } from './session-prediction.ts'

/** Interval for asking how far those are that wait or run. */
const LOOK_MS = 2_000

const TITLES: Readonly<Record<Experiment['kind'], string>> = {
  simulate: 'Report',
  capacity: 'Capacity',
  compare: 'Compare',
  sensitivity: 'Sensitivity',
  sweep: 'Values tried',
  drill: 'Failures',
}

/** The experiments that the server keeps; a finished one is opened from here. The server is asked for them when this is unfolded. */
export function ServerExperiments() {
  const [isOpen, setIsOpen] = useState(false)
  const prediction = useEditorSession().stateOf(createPrediction)
  const isRunning = useStore(prediction.store, ({ running }) => running !== null)
  const queries = useQueryClient()
  const { data: experiments, isError } = useQuery({
    ...experimentsQuery,
    enabled: isOpen,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.finishedAt === null) ? LOOK_MS : false),
  })

  // What was asked last is among them once it is over.
  useEffect(() => {
    if (!isRunning) void queries.invalidateQueries(experimentsQuery)
  }, [isRunning, queries])

  async function remove(id: string): Promise<void> {
    // One that is gone already is what was wished for.
    await removeExperiment(id).catch(() => {})
    await queries.invalidateQueries(experimentsQuery)
  }

  return (
    <details className={classes.fold} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Experiments on the server</summary>
      {isError && (
        <p className={classes.faint}>They could not be loaded. Fold this and unfold it again to try once more.</p>
      )}
      {experiments?.length === 0 && <p className={classes.faint}>You have no experiments on the server.</p>}
      {experiments && experiments.length > 0 && (
        <ul className={classes.experiments}>
          {experiments.map((one) => (
            <ServerExperiment
              key={one.id}
              experiment={one}
              canOpen={!isRunning}
              onOpen={() => void prediction.openFromServer(one.id)}
              onRemove={() => void remove(one.id)}
            />
          ))}
        </ul>
      )}
    </details>
  )
}

interface ServerExperimentProps {
  readonly experiment: Experiment
  readonly canOpen: boolean
  readonly onOpen: () => void
  readonly onRemove: () => void
}

function ServerExperiment({ experiment, canOpen, onOpen, onRemove }: ServerExperimentProps) {
  const { kind, name, flow, state, share, progress, createdAt } = experiment
  const savedId = useDocument(({ saved }) => saved?.id)
  const title = `${TITLES[kind]} of ${name}`
  return (
    <li>
      <span>{title}</span>
      <span className={classes.faint}>
        {flow !== null && (
          <>
            {flow.id === savedId ? 'This flow' : <Link to={predictionPath(flow.id)}>Another flow</Link>}, version{' '}
            {flow.version},{' '}
          </>
        )}
        <Moment at={createdAt} />
        {state === 'queued' && ', waits'}
        {state === 'running' && `, ${Math.floor(share * 100)} % done`}
        {state === 'failed' && `: ${progress}`}
      </span>
      {state === 'done' && (
        <button
          type="button"
          className={`${panelButton.root} ${classes.copy}`}
          aria-label={`Open ${title}`}
          disabled={!canOpen}
          onClick={onOpen}
        >
          Open
        </button>
      )}
      <button type="button" className={iconButton.small} aria-label={`Remove ${title}`} onClick={onRemove}>
        <X size={14} aria-hidden="true" />
      </button>
    </li>
  )
}
