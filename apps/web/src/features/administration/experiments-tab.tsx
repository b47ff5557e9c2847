import { useQuery } from '@tanstack/react-query'
import { cancelExperiment, experimentQueueQuery } from '../../shared/api/administration.ts'
import { counted } from '../../shared/text/counted.ts'
import { Moment } from '../../shared/time/moment.tsx'
import list from '../../shared/ui/card-list.module.css'
import { ActButton } from './act-button.tsx'
import classes from './administration.module.css'
import { Loaded } from './loaded.tsx'

const REFRESH_MS = 2_000

const KINDS: Readonly<Record<string, string>> = {
  simulate: 'Simulation',
  capacity: 'Capacity',
  compare: 'Compare',
  sensitivity: 'Sensitivity',
  sweep: 'Sweep',
  drill: 'Failure drill',
}

/** The experiments that wait and run, and who computes them. */
export function ExperimentsTab() {
  const query = useQuery({ ...experimentQueueQuery, refetchInterval: REFRESH_MS })
  return (
    <Loaded query={query} what="the experiments">
      {({ threads, parts, queued, running, experiments }) => (
        <>
          <p className={classes.hint}>
            {running} running, {queued} waiting.{' '}
            {threads === 0
              ? 'Workers compute everything (EXPERIMENT_THREADS is 0).'
              : `This server computes on ${counted(threads, 'thread')}.`}
            {parts && ` Workers compute ${counted(parts.running, 'part')}, and ${parts.waiting} wait for one.`}
          </p>
          {experiments.length > 0 && (
            <ul className={list.root} aria-label="Experiments">
              {experiments.map(({ id, kind, email, state, share, progress, createdAt, startedAt }) => (
                <li key={id} className={classes.row}>
                  <div className={classes.who}>
                    <strong>{KINDS[kind] ?? kind}</strong>
                    <span>
                      {email}, {state === 'running' ? 'running since ' : 'waiting since '}
                      <Moment at={startedAt ?? createdAt} />
                    </span>
                    {state === 'running' && (
                      <span>
                        {Math.round(share * 100)} % {progress}
                      </span>
                    )}
                  </div>
                  <ActButton
                    label={`Cancel the experiment of ${email}`}
                    act={() => cancelExperiment(id)}
                    changes={experimentQueueQuery}
                    done={(message) => message}
                  >
                    Cancel
                  </ActButton>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Loaded>
  )
}
