import { Button } from '@mantine/core'
import type { FlowSummary } from '@plimsoll/contract'
import { useId } from 'react'
import { flowPath } from '../../shared/config/paths.ts'
import { Link } from '../../shared/navigation/link.tsx'
import { copyFlowLink } from '../../shared/ui/copy-flow-link.ts'
import { useLoadFlow, useRemoveFlow } from './library.actions.ts'
import classes from './library.module.css'

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', hour12: true })

export function FlowCard({ flow }: { flow: FlowSummary }) {
  const headingId = useId()
  const load = useLoadFlow()
  const remove = useRemoveFlow()
  return (
    <article className={classes.card} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.name}>
        <Link to={flowPath(flow.id)} className={classes.link}>
          {flow.name}
        </Link>
      </h2>
      <p className={classes.description}>{flow.description}</p>
      <Counts flow={flow} />
      <p className={classes.updated}>
        Last updated <LongDate time={flow.updatedAt} />
      </p>
      <footer className={classes.actions}>
        <Button
          variant="light"
          loading={load.isPending}
          disabled={remove.isPending}
          onClick={() => load.mutate(flow.id)}
        >
          Load
        </Button>
        <Button variant="subtle" color="gray" onClick={() => void copyFlowLink(flow.id)}>
          Copy link
        </Button>
        <Button
          variant="subtle"
          color="gray"
          loading={remove.isPending}
          disabled={load.isPending}
          onClick={() => remove.mutate(flow.id)}
        >
          Remove
        </Button>
      </footer>
    </article>
  )
}

export function Counts({ flow }: { flow: FlowSummary }) {
  return (
    <p className={`${classes.counts} figure`}>
      <span>
        <strong>{flow.nodes.toLocaleString('en-US')}</strong> {flow.nodes === 1 ? 'node' : 'nodes'}
      </span>
      <span>
        <strong>{flow.edges.toLocaleString('en-US')}</strong> {flow.edges === 1 ? 'edge' : 'edges'}
      </span>
    </p>
  )
}

export function LongDate({ time }: { time: string }) {
  return <time dateTime={time}>{longDate.format(new Date(time))}</time>
}
