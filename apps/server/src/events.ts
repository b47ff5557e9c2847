import type { Logger } from './logger.ts'

/** Details of an event: ids and network addresses, never a secret, a name or an email address. */
interface EventDetails {
  userId?: string | undefined
  /** Network address. */
  address?: string | undefined
  reason?: string
  limit?: string
  count?: number
}

/** The audit events of accounts, each with severity and message. */
export const EVENTS = {
  registered: ['info', 'an account was made'],
  'register-exists': ['warn', 'a registration named an address that has an account'],
  'register-refused': ['warn', 'an address may not make an account here'],
  'resend-verified': ['warn', 'a mail to verify an address was asked for one that is verified'],
  'exists-limited': ['warn', 'an address of the network has asked too often which accounts there are'],
  'verification-mail-asked': ['info', 'a mail to verify an address was asked for'],
  'email-verified': ['info', 'an address was verified'],
  'password-confirmed': ['info', 'the password of a new account was confirmed or replaced by who verified its address'],
  'verification-failed': ['warn', 'a link to verify an address was not good'],
  'reset-asked': ['info', 'a mail to reset a password was asked for'],
  'password-reset': ['info', 'a password was reset'],
  'reset-failed': ['warn', 'a link to reset a password was not good'],
  'mail-limited': ['warn', 'a mail was not sent: its limit is reached'],
  login: ['info', 'logged in'],
  'login-failed': ['warn', 'login failed'],
  'login-unverified': ['warn', 'a login was refused: the address is not verified'],
  'login-held': ['warn', 'a login was refused: nobody who verified the address has confirmed the password'],
  'login-limited': ['warn', 'a login was refused unseen: too many have failed for this account'],
  'ip-limited': ['warn', 'a request was refused unseen: too many of its network address have failed'],
  'passkey-login': ['info', 'logged in by a passkey'],
  'passkey-failed': ['warn', 'a passkey was refused'],
  'code-asked': ['info', 'a login was asked for a second factor'],
  'code-failed': ['warn', 'a code of a second factor was wrong'],
  'code-limited': ['warn', 'a code was refused unseen: too many were wrong'],
  'recovery-code-used': ['warn', 'a recovery code was used'],
  'factor-added': ['info', 'a second factor was added'],
  'factor-removed': ['warn', 'a second factor was removed'],
  'recovery-codes-made': ['info', 'new recovery codes were made'],
  confirmed: ['info', 'a user confirmed who they are'],
  'confirmation-failed': ['warn', 'a user did not confirm who they are'],
  'new-device': ['info', 'a login was from a browser that the account had not used'],
  'single-sign-on': ['info', 'logged in by single sign-on'],
  'single-sign-on-failed': ['warn', 'single sign-on failed'],
  logout: ['info', 'logged out'],
  'session-limit': ['info', 'the sessions unused longest were ended: there were too many'],
  'session-ended': ['info', 'a session was ended'],
  'sessions-ended': ['info', 'all other sessions were ended'],
  'token-made': ['info', 'an API token was made'],
  'token-revoked': ['info', 'an API token was revoked'],
  'access-denied': ['warn', 'a request was refused'],
  'profile-changed': ['info', 'names were changed'],
  'password-changed': ['info', 'password changed'],
  'password-change-refused': ['warn', 'a password was not changed: the current one was wrong'],
  'password-limited': ['warn', 'a current password was refused unseen: too many were wrong'],
  'password-rehashed': ['info', 'a password is now kept at a higher cost'],
  'account-deleted': ['info', 'an account was deleted'],
  'account-deletion-refused': ['warn', 'an account was not deleted: the current password was wrong'],
  'email-change-asked': ['info', 'another address for an account was asked for'],
  'email-change-refused': ['warn', 'an address was not changed: the current password was wrong'],
  'email-changed': ['info', 'an account has another address'],
  'data-exported': ['info', 'the data of an account was exported'],
  'flow-shared': ['info', 'a flow was shared with an address, or its role was changed'],
  'flow-unshared': ['info', 'a flow is not shared with an address any more'],
  'flow-left': ['info', 'a flow of another was left'],
  'flow-handed-on': ['info', 'a flow got another owner'],
  'flow-moved': ['info', 'a flow was moved to a team, or out of one'],
  'team-made': ['info', 'a team was made'],
  'team-deleted': ['info', 'a team was deleted'],
  'team-member-put': ['info', 'a member was added to a team, or its role was changed'],
  'team-member-removed': ['info', 'a member was removed from a team'],
  'team-left': ['info', 'a team was left'],
  'link-made': ['info', 'a link to a flow was made'],
  'link-revoked': ['info', 'a link to a flow was revoked'],
  'link-refused': ['warn', 'the password for a link was wrong'],
  'link-role-taken': ['info', 'who opened a link took its role'],
  'link-limited': ['warn', 'a link was not shown: too many have asked for it, or failed'],
  'comment-limited': ['warn', 'a comment was refused: its user has written too many'],
  'login-disabled': ['warn', 'a login was refused: the account is disabled'],
  'administrator-claimed': ['info', 'an account became an administrator by a link that was printed'],
  'administrator-link-refused': ['warn', 'a link to become an administrator was not good'],
  'user-invited': ['info', 'an administrator invited an address'],
  'invitation-refused': ['warn', 'the link of an invitation was not good'],
  'demo-refused': ['info', 'what a demo is not for was refused'],
  'demo-limited': ['warn', 'an address of the network has opened too many demos'],
} as const satisfies Record<string, readonly ['info' | 'warn', string]>

export type EventName = keyof typeof EVENTS

/** Writes an event to the log. */
export function logEvent(logger: Logger, event: EventName, details: EventDetails = {}): void {
  const [level, message] = EVENTS[event]
  logger[level]({ event, ...details }, message)
}
