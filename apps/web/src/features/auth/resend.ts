import { resendVerification } from '../../shared/api/auth.ts'
import { toast } from '../../shared/ui/toast.ts'

export const RESEND_FAILED = 'Failed to send verification email. Please try again later.'

/** What comes of asking for another verification mail. */
export type ResendOutcome = 'email_sent' | 'already_verified'

interface ResendRequest {
  readonly email: string
  /** Whether mails reach anybody. */
  readonly hasMail: boolean
}

/** Asks for another verification mail and says what came of it. Throws `RequestError`. */
export async function resend({ email, hasMail }: ResendRequest): Promise<ResendOutcome> {
  const message = await resendVerification(email)
  if (message.toLowerCase().includes('already verified')) {
    toast.info('Your email is already verified. You can log in now.')
    return 'already_verified'
  }
  if (hasMail) toast.success('Verification email sent successfully!')
  return 'email_sent'
}
