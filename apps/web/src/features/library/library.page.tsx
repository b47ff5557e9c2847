import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { flowsQuery } from '../../shared/api/flows.ts'
import { FlowsFailure } from '../../shared/api/flows-failure.tsx'
import { paths } from '../../shared/config/paths.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { FlowCard } from './flow-card.tsx'
import classes from './library.module.css'

/** The user's saved flows. */
export function LibraryPage() {
  return (
    <div className={classes.page}>
      <title>Flow Library · Plimsoll</title>
      <h1 className={classes.heading}>Your System Design Flows</h1>
      <FlowList />
    </div>
  )
}

function FlowList() {
  const { data: flows, error, isPending, isError, isFetching, refetch } = useQuery(flowsQuery)
  if (isPending)
    return (
      <div className={classes.centre} role="status" aria-label="Loading your flows">
        <Loader />
      </div>
    )
  if (isError) return <FlowsFailure error={error} isTrying={isFetching} onTryAgain={() => void refetch()} />
  if (flows.length === 0)
    return (
      <section className={`${classes.centre} ${classes.empty}`}>
        <h2>No flows yet</h2>
        <p>You haven't saved any flows yet.</p>
        <LinkButton to={paths.editor}>Draw your first flow</LinkButton>
      </section>
    )
  return (
    <ul className={classes.grid}>
      {flows.map((flow) => (
        <li key={flow.id}>
          <FlowCard flow={flow} />
        </li>
      ))}
    </ul>
  )
}
