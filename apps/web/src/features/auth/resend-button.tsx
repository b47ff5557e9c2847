import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '../../shared/config/paths.ts'
import { RequestFailure } from './request-failure.tsx'
import { RESEND_FAILED, resend } from './resend.ts'

/** Sends the verification mail to a known address once more; when it was not needed, leads to login instead. */
export function ResendButton({ email, onAlreadyVerified }: { email: string; onAlreadyVerified?: () => void }) {
  const navigate = useNavigate()
  const { mutate, data: outcome, error, isPending, reset } = useMutation({ mutationFn: resend })
  return (
    <>
      {error && <RequestFailure lead={RESEND_FAILED} error={error} onClose={reset} />}
      {outcome === 'already_verified' ? (
        <Button onClick={onAlreadyVerified ?? (() => navigate(paths.login))}>Go to Login</Button>
      ) : (
        <Button variant="default" loading={isPending} onClick={() => mutate(email)}>
          Resend Verification Email
        </Button>
      )}
    </>
  )
}
