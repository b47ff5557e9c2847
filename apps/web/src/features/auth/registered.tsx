import { VerificationSent } from './verification-sent.tsx'

/** After the form: what to look for in one's mail. */
export function Registered({ email }: { email: string }) {
  return (
    <VerificationSent head={{ mark: 'sent', title: 'Registration Successful' }} email={email}>
      We sent a link to <strong>{email}</strong>. Open it to verify your address, then log in.
    </VerificationSent>
  )
}
