import { Button } from '@mantine/core'
import type { FlowSummary } from '@plimsoll/contract'
import { useId } from 'react'
import { useLoadFlow, useRemoveFlow } from './library.actions.ts'
import classes from './library.module.css'

const updated = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', hour12: true })

export function FlowCard({ flow }: { flow: FlowSummary }) {
  const headingId = useId()
  const load = useLoadFlow()
  const remove = useRemoveFlow()
  return (
    <article className={classes.card} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.name}>
        {flow.name}
      </h2>
      <p className={classes.description}>{flow.description}</p>
      <p className={`${classes.counts} figure`}>
        <span>
          <strong>{flow.nodes.toLocaleString('en-US')}</strong> {flow.nodes === 1 ? 'node' : 'nodes'}
        </span>
        <span>
          <strong>{flow.edges.toLocaleString('en-US')}</strong> {flow.edges === 1 ? 'edge' : 'edges'}
        </span>
      </p>
      <p className={classes.updated}>
        Last updated <time dateTime={flow.updatedAt}>{updated.format(new Date(flow.updatedAt))}</time>
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
