import { Button } from '@mantine/core'
import { useExportFlows, useRemoveFlows } from './library.actions.ts'
import classes from './selected-flows.module.css'

interface SelectedFlowsProps {
  readonly ids: readonly string[]
  readonly onEnd: () => void
}

/** What can be done with several flows at once. */
export function SelectedFlows({ ids, onEnd }: SelectedFlowsProps) {
  const remove = useRemoveFlows()
  const takeAlong = useExportFlows()
  return (
    <section className={classes.root} aria-label="Selected flows">
      <p className="figure" role="status">
        {ids.length} selected
      </p>
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
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onEnd}>
        Deselect all
      </Button>
    </section>
  )
}
