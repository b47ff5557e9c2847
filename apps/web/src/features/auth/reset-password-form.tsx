import { resetPassword } from '../../shared/api/auth.ts'
import { asRequestError } from '../../shared/api/client.ts'
import { AuthCard } from './auth-card.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

interface ResetPasswordFormProps {
  readonly token: string
  readonly onReset: () => void
  readonly onInvalidToken: () => void
}

/** The new password, and what became of the link. */
export function ResetPasswordForm({ token, onReset, onInvalidToken }: ResetPasswordFormProps) {
  const send = async (newPassword: string) => {
    try {
      await resetPassword({ token, newPassword })
    } catch (error) {
      const { type, errors } = asRequestError(error)
      if (type !== 'auth/invalid-reset-token' && !errors.token) throw error
      return onInvalidToken()
    }
    onReset()
  }
  return (
    <AuthCard title="Reset Password" subtitle="Choose a new password for your account">
      <NewPasswordForm action="Reset Password" send={send} failureLead="Failed to reset password. Please try again." />
    </AuthCard>
  )
}
