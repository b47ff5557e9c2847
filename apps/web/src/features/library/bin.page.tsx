import { Button } from '@mantine/core'
import { LIMITS, type RemovedFlow } from '@plimsoll/contract'
import { useId } from 'react'
import { binQuery } from '../../shared/api/flows.ts'
import { FlowsList } from '../../shared/api/flows-list.tsx'
import { paths } from '../../shared/config/paths.ts'
import { Link } from '../../shared/navigation/link.tsx'
import { counted } from '../../shared/text/counted.ts'
import { AskOnceMore } from '../../shared/ui/ask-once-more.tsx'
import { focusNextRow } from '../../shared/ui/focus-next-row.ts'
import page from '../../shared/ui/page.module.css'
import { Counts, LongDate } from './flow-card.tsx'
import { useDeleteForGood, useRestoreFlows } from './library.actions.ts'
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
          <>
            <EmptyBin flows={flows} />
            <ul className={classes.grid}>
              {flows.map((flow) => (
                <li key={flow.id} ref={focusNextRow}>
                  <RemovedCard flow={flow} />
                </li>
              ))}
            </ul>
          </>
        )}
      </FlowsList>
    </div>
  )
}

/** Asks once more, as nothing brings back what is deleted here. */
function EmptyBin({ flows }: { flows: readonly RemovedFlow[] }) {
  const { deletion, dialog } = useDeleteForGood(null)
  const ofTeams = flows.filter(({ team }) => team !== undefined).length
  return (
    <div ref={focusNextRow} className={classes.emptyBin}>
      <AskOnceMore
        name="Empty bin"
        question="Empty bin?"
        variant="default"
        color="red"
        isUnderWay={deletion.isPending}
        onConfirm={() => deletion.mutate(undefined)}
      >
        <p>
          {counted(flows.length, 'flow')}
          {ofTeams > 0 && `, ${ofTeams} of them of your teams,`} {flows.length === 1 ? 'is' : 'are'} deleted for good,
          with all versions and comments.
        </p>
      </AskOnceMore>
      {dialog}
    </div>
  )
}

function RemovedCard({ flow }: { flow: RemovedFlow }) {
  const headingId = useId()
  const restore = useRestoreFlows(`“${flow.name}” is back in the library`)
  const { deletion, dialog } = useDeleteForGood(flow.id)
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
      <footer className={`${classes.actions} ${classes.binActions}`}>
        <Button variant="light" loading={restore.isPending} onClick={() => restore.mutate([flow.id])}>
          Restore
        </Button>
        <AskOnceMore
          name="Delete now"
          question={`Delete “${flow.name}” now?`}
          variant="subtle"
          color="red"
          isUnderWay={deletion.isPending}
          onConfirm={() => deletion.mutate(undefined)}
        >
          <p>It is gone for good then, with all versions and comments.</p>
        </AskOnceMore>
        {dialog}
      </footer>
    </article>
  )
}
