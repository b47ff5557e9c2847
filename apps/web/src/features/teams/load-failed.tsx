import { Button } from '@mantine/core'
import { Banner } from '../../shared/ui/banner.tsx'

interface LoadFailedProps {
  readonly message: string
  readonly isFetching: boolean
  readonly onRetry: () => void
}

export function LoadFailed({ message, isFetching, onRetry }: LoadFailedProps) {
  return (
    <Banner variant="error">
      <p>{message}</p>
      <Button variant="subtle" size="compact-sm" loading={isFetching} onClick={onRetry}>
        Try again
      </Button>
    </Banner>
  )
}
