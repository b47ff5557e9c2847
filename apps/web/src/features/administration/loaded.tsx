import { Button, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { Banner } from '../../shared/ui/banner.tsx'
import page from '../../shared/ui/page.module.css'

interface Fetched<Data> {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

interface LoadedProps<Data> {
  readonly query: Fetched<Data>
  /** What is loaded, such as "the users". */
  readonly what: string
  readonly children: (data: Data) => ReactNode
}

/** What was fetched, or that it is being fetched, or why it could not be. */
export function Loaded<Data>({ query, what, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (error)
    return (
      <Banner variant="error">
        <p>{error.message}</p>
        <Button variant="subtle" size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </Banner>
    )
  return (
    <div className={page.centre} role="status" aria-label={`Loading ${what}`}>
      <Loader />
    </div>
  )
}
