import { Button } from '@mantine/core'
import type { FlowSummary } from '@plimsoll/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { fetchFlow, flowsQuery, rememberOpening } from '../../../../shared/api/flows.ts'
import { FlowsList } from '../../../../shared/api/flows-list.tsx'
import { toastFailure } from '../../../../shared/api/toast-failure.ts'
import { counted } from '../../../../shared/text/counted.ts'
import { openFlow } from '../../../../stores/open-flow.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import type { OpenedPanelProps } from '../../ui/panel.ts'
import classes from './dialogs.module.css'
import { ListDialog } from './list-dialog.tsx'

/** The user's flows, each ready to be put on the canvas. */
export function LoadDialog({ title, onClose }: OpenedPanelProps) {
  return (
    <ListDialog title={title} other="earlier" onClose={onClose}>
      <Flows onLoaded={onClose} />
    </ListDialog>
  )
}

function Flows({ onLoaded }: { onLoaded: () => void }) {
  const { document } = useEditorSession()
  const queries = useQueryClient()
  const load = useMutation({
    mutationFn: fetchFlow,
    onSuccess: (flow) => {
      if (!openFlow(document, flow)) return
      onLoaded()
      void rememberOpening(queries, flow.id)
    },
    onError: (error) => {
      toastFailure(error, 'Failed to load flow')
      // Not `refetch`: it asks even when the dialog is closed, and its session over.
      return queries.invalidateQueries(flowsQuery)
    },
  })

  const empty = (
    <div className={classes.centre}>
      <h3>No flows yet</h3>
      <p className={classes.hint}>You haven't saved any flows yet.</p>
    </div>
  )
  return (
    <FlowsList query={flowsQuery} className={classes.centre} empty={empty}>
      {(flows) => (
        <ul className={classes.flows}>
          {flows.map((flow) => (
            <FlowRow
              key={flow.id}
              flow={flow}
              isLoading={load.isPending && load.variables === flow.id}
              isWaiting={load.isPending}
              onLoad={() => load.mutate(flow.id)}
            />
          ))}
        </ul>
      )}
    </FlowsList>
  )
}

interface FlowRowProps {
  readonly flow: FlowSummary
  readonly isLoading: boolean
  readonly isWaiting: boolean
  readonly onLoad: () => void
}

function FlowRow({ flow, isLoading, isWaiting, onLoad }: FlowRowProps) {
  const nameId = useId()
  return (
    <li className={classes.flow} aria-labelledby={nameId}>
      <span className={classes.about}>
        <span id={nameId} className={classes.name}>
          {flow.name}
        </span>
        <span className={`${classes.hint} figure`}>
          {counted(flow.nodes, 'node')}, {counted(flow.edges, 'edge')}
        </span>
      </span>
      <Button
        variant="light"
        size="compact-sm"
        aria-describedby={nameId}
        loading={isLoading}
        disabled={isWaiting}
        onClick={onLoad}
      >
        Load
      </Button>
    </li>
  )
}
