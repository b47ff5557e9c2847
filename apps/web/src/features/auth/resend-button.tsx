import { Button } from '@mantine/core'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { HAS_ACCOUNT } from '../../shared/config/origin.ts'
import { paths } from '../../shared/config/paths.ts'
import { useGo } from '../../shared/navigation/use-go.ts'
import { RequestFailure } from './request-failure.tsx'
import { RESEND_FAILED, resend } from './resend.ts'
import { useHasMail } from './use-has-mail.ts'

/** Sends the verification mail to a known address once more, where mails reach anybody; when it was not needed, leads to login instead. */
export function ResendButton({ email, onAlreadyVerified }: { email: string; onAlreadyVerified?: () => void }) {
  const go = useGo()
  const hasMail = useHasMail()
  const { mutate, data: outcome, error, isPending, reset } = useSubmission({ mutationFn: resend })
  if (!hasMail) return null
  return (
    <>
      {error && <RequestFailure lead={RESEND_FAILED} error={error} onClose={reset} />}
      {outcome === 'already_verified' ? (
        <Button onClick={onAlreadyVerified ?? (() => go(paths.login, { also: HAS_ACCOUNT }))}>Go to Login</Button>
      ) : (
        <Button variant="default" loading={isPending} onClick={() => mutate({ email, hasMail })}>
          Resend Verification Email
        </Button>
      )}
    </>
  )
}
