import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { flowsQuery } from '../../shared/api/flows.ts'
import { paths } from '../../shared/config/paths.ts'
import { Banner } from '../../shared/ui/banner.tsx'
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
  const { data: flows, isPending, isError, isFetching, refetch } = useQuery(flowsQuery)
  if (isPending)
    return (
      <div className={classes.centre} role="status" aria-label="Loading your flows">
        <Loader />
      </div>
    )
  if (isError)
    return (
      <Banner variant="error">
        <p>Error loading your flows. Please try again later.</p>
        <Button variant="subtle" size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </Banner>
    )
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
