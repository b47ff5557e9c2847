import { Button } from '@mantine/core'
import { LIMITS, type RemovedFlow } from '@plimsoll/contract'
import { useId } from 'react'
import { binQuery } from '../../shared/api/flows.ts'
import { FlowsList } from '../../shared/api/flows-list.tsx'
import { paths } from '../../shared/config/paths.ts'
import { Link } from '../../shared/navigation/link.tsx'
import page from '../../shared/ui/page.module.css'
import { Counts, LongDate } from './flow-card.tsx'
import { useRestoreFlows } from './library.actions.ts'
import classes from './library.module.css'

/** The flows that the user removed, to be restored. */
export function BinPage() {
  const empty = (
    <section className={`${classes.centre} ${classes.empty}`}>
      <h2>The bin is empty</h2>
    </section>
  )
  return (
    <div className={`${page.root} ${classes.page}`}>
      <title>Bin · Plimsoll</title>
      <header className={page.header}>
        <h1 className={classes.heading}>Bin</h1>
        <Link to={paths.library}>Flow Library</Link>
      </header>
      <p className={classes.hint}>Removed flows are kept for {LIMITS.binDays} days.</p>
      <FlowsList query={binQuery} className={classes.centre} empty={empty}>
        {(flows) => (
          <ul className={classes.grid}>
            {flows.map((flow) => (
              <li key={flow.id}>
                <RemovedCard flow={flow} />
              </li>
            ))}
          </ul>
        )}
      </FlowsList>
    </div>
  )
}

function RemovedCard({ flow }: { flow: RemovedFlow }) {
  const headingId = useId()
  const restore = useRestoreFlows(`“${flow.name}” is back in the library`)
  return (
    <article className={classes.card} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.name}>
        {flow.name}
      </h2>
      <p className={classes.description}>{flow.description}</p>
      {flow.team !== undefined && <p className={classes.shared}>Team {flow.team}</p>}
      <Counts flow={flow} />
      <p className={classes.updated}>
        Removed <LongDate time={flow.removedAt} />
      </p>
      <footer className={classes.actions}>
        <Button variant="light" loading={restore.isPending} onClick={() => restore.mutate([flow.id])}>
          Restore
        </Button>
      </footer>
    </article>
  )
}
