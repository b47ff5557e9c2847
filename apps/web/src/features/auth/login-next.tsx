import type { LoginWithFactorsRequest } from '@plimsoll/contract'
import { lazy } from 'react'
import { SecondFactorStep } from './second-factor-step.tsx'

const UnverifiedNotice = lazy(() =>
  import('./unverified-notice.tsx').then((module) => ({ default: module.UnverifiedNotice })),
)

/** A login whose password was right, and what the server said in place of a session. */
export interface NextStep {
  readonly credentials: LoginWithFactorsRequest
  readonly message: string
  /** Asks for a second factor; without it the address is not verified. */
  readonly asks: string | undefined
  /** Whether the account has one. */
  readonly hasPasskey: boolean
}

/** What comes between the right password and a session. */
export function LoginNext({ credentials, message, asks, hasPasskey, onBack }: NextStep & { onBack: () => void }) {
  if (asks) return <SecondFactorStep {...{ credentials, asks, hasPasskey, onBack }} />
  return <UnverifiedNotice email={credentials.email} message={message} onBack={onBack} />
}

/** The token of a session of whoever has a passkey here. */
export async function signInWithPasskey(remember: boolean): Promise<string> {
  return (await import('../../shared/passkeys/passkeys.ts')).signInWithPasskey(remember)
}
