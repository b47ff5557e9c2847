import { Button } from '@mantine/core'
import { Banner } from '../ui/banner.tsx'
import { asRequestError } from './client.ts'

interface FlowsFailureProps {
  readonly error: Error
  readonly isTrying: boolean
  readonly onTryAgain: () => void
}

/** Says that the list of flows cannot be had, and where no answer came, why; with a way to try again. */
export function FlowsFailure({ error, isTrying, onTryAgain }: FlowsFailureProps) {
  const { status, message } = asRequestError(error)
  return (
    <Banner variant="error">
      {status === undefined && <p>{message}</p>}
      <p>Error loading your flows. Please try again later.</p>
      <Button variant="subtle" size="compact-sm" loading={isTrying} onClick={onTryAgain}>
        Try again
      </Button>
    </Banner>
  )
}
