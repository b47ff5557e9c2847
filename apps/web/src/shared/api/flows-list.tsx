import { Button, Loader } from '@mantine/core'
import type { FlowSummary } from '@plimsoll/contract'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Banner } from '../ui/banner.tsx'
import { asRequestError } from './client.ts'

interface FlowsListProps<Flow extends FlowSummary> {
  /** The library, or the bin. */
  readonly query: FlowsQuery<Flow>
  /** Of what stands there while there is no list. */
  readonly className: string | undefined
  /** Stands there when the user has no flows. */
  readonly empty: ReactNode
  readonly children: (flows: readonly Flow[]) => ReactNode
}

type FlowsQuery<Flow> = UseQueryOptions<Flow[], Error, Flow[], string[]>

/** The user's flows: while they are loading and where they cannot be had it says so, with a way to try again. */
export function FlowsList<Flow extends FlowSummary>({ query, className, empty, children }: FlowsListProps<Flow>) {
  const { data: flows, error, isPending, isError, isFetching, refetch } = useQuery(query)
  if (isPending) return <FlowsLoading className={className} />
  if (isError) return <FlowsFailed error={error} isFetching={isFetching} onRetry={() => void refetch()} />
  return flows.length === 0 ? empty : children(flows)
}

export const FlowsLoading = ({ className }: Pick<FlowsListProps<FlowSummary>, 'className'>) => (
  <div className={className} role="status" aria-label="Loading your flows">
    <Loader />
  </div>
)

interface FlowsFailedProps {
  readonly error: Error
  readonly isFetching: boolean
  readonly onRetry: () => void
}

export function FlowsFailed({ error, isFetching, onRetry }: FlowsFailedProps) {
  const { status, message } = asRequestError(error)
  return (
    <Banner variant="error">
      {status === undefined && <p>{message}</p>}
      <p>Error loading your flows. Please try again later.</p>
      <Button variant="subtle" size="compact-sm" loading={isFetching} onClick={onRetry}>
        Try again
      </Button>
    </Banner>
  )
}
