import { LIMITS, type SessionEnd } from '@plimsoll/contract'
import { durationText } from '../../mail/mail-texts.ts'
import type { SessionLifetimes } from './sessions.repository.ts'

/** Says to the user of an ended session why it ended. */
export function whyEnded(
  reason: SessionEnd,
  { sessionIdleMs, sessionMaxMs, sessionRememberMs }: SessionLifetimes,
): string {
  const because: Record<SessionEnd, string> = {
    'logged-out': 'you logged out',
    'ended-from-list': 'it was ended from another device',
    'password-changed': 'your password was changed on another device',
    'password-reset': 'your password was reset',
    'too-many-sessions': `you logged in on more than ${LIMITS.sessionsPerUser} devices`,
    'by-administrator': 'an administrator ended it',
    unused: `it was not used for ${durationText(sessionIdleMs)}`,
    'too-old': `it was open for ${durationText(sessionMaxMs)}`,
    'remembered-too-old': `you stayed signed in for ${durationText(sessionRememberMs)}`,
  }
  return `Your session has ended: ${because[reason]}.`
}
