import { asRequestError } from '../../shared/api/client.ts'
import { Banner } from '../../shared/ui/banner.tsx'

interface RequestFailureProps {
  /** What did not happen, in the page's own words; absent: the error speaks for itself. */
  readonly lead?: string | undefined
  readonly error: unknown
  readonly onClose: () => void
}

/** What did not happen, and why, where the server or the way to it says more than that something went wrong. */
export function RequestFailure({ lead, error, onClose }: RequestFailureProps) {
  const { type, message } = asRequestError(error)
  return (
    <Banner variant="error" onClose={onClose}>
      {lead && <p>{lead}</p>}
      {(!lead || type !== 'api/server-error') && <p>{message}</p>}
    </Banner>
  )
}
