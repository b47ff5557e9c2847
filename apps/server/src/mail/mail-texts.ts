import type { MailKind } from '../database/schema.ts'
import type { MailContent } from './render-mail.ts'

interface MailFacts {
  publicUrl: string
  /** For the mail's link; '' in a mail without one. */
  token: string
  ttlMs: number
  /** When the reason for the mail occurred, in milliseconds since 1970. */
  happenedAt: number
}

/** The others tell of something else. */
export type AccountMailKind = Exclude<
  MailKind,
  EmailChangeMailKind | 'flow-shared' | 'flow-given' | 'mentioned' | 'team-invited' | 'invited'
>
/** These are about a change of an address. */
export type EmailChangeMailKind = 'old-email' | 'new-email' | 'email-changed'

export type MailText = Pick<MailContent, 'subject' | 'paragraphs' | 'button' | 'notes'>

/** The texts of each kind of mail about an account. */
export const MAIL_TEXTS = {
  verify: ({ publicUrl, token, ttlMs }) => ({
    subject: 'Confirm your email address',
    paragraphs: ['Welcome to Plimsoll. Confirm that this address is yours, and you can log in.'],
    button: { label: 'Confirm email address', url: `${publicUrl}/verify-email?token=${token}` },
    notes: [
      `The link works once and expires in ${durationText(ttlMs)}.`,
      'If you did not create an account at Plimsoll, ignore this mail: nobody can log in with your address until you open the link.',
    ],
  }),

  reset: ({ publicUrl, token, ttlMs }) => ({
    subject: 'Reset your password',
    paragraphs: ['You asked to reset the password of your Plimsoll account. Choose a new one here.'],
    button: { label: 'Choose a new password', url: `${publicUrl}/reset-password?token=${token}` },
    notes: [
      `The link works once and expires in ${durationText(ttlMs)}. A new password logs you out everywhere.`,
      'If you did not ask for this, ignore this mail: your password stays as it is.',
    ],
  }),

  'password-changed': ({ publicUrl, happenedAt }) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your Plimsoll account was changed on ${dateText(happenedAt)}.`,
      'If that was you, there is nothing more to do. If it was not, somebody else may know your password: choose a new one now, which logs out everybody else.',
    ],
    button: { label: 'It was not me', url: `${publicUrl}/forgot-password` },
    notes: ['We never ask for your password by mail.'],
  }),

  'new-device': ({ publicUrl, happenedAt }) => ({
    subject: 'New login to your account',
    paragraphs: [
      `Somebody logged in to your Plimsoll account on ${dateText(happenedAt)}, from a browser that it had not been used in before.`,
      'If that was you, there is nothing more to do. If it was not, change your password now, and log out the other devices.',
    ],
    button: { label: 'See where you are logged in', url: `${publicUrl}/profile` },
    notes: ['A browser whose data were cleared, and a private window, are new ones as well.'],
  }),

  test: ({ publicUrl, happenedAt }) => ({
    subject: 'A test mail of Plimsoll',
    paragraphs: [`You asked for this mail on ${dateText(happenedAt)}. The server can send mails.`],
    button: { label: 'Administer the server', url: `${publicUrl}/admin?tab=mail` },
    notes: ['Other mails of the server look like this one.'],
  }),
} satisfies Record<AccountMailKind, (facts: MailFacts) => MailText>

interface EmailChangeFacts extends MailFacts {
  newEmail: string
}

/** The texts of each kind of mail about a change of an address. */
export const EMAIL_CHANGE_TEXTS = {
  'old-email': ({ publicUrl, token, ttlMs, newEmail }) => ({
    subject: 'Confirm the change of your email address',
    paragraphs: [
      `You asked to change the address of your Plimsoll account to ${newEmail}. Confirm it here, and by the mail to that address.`,
    ],
    button: { label: 'Confirm the change', url: `${publicUrl}/confirm-email?token=${token}` },
    notes: [
      `The link works once and expires in ${durationText(ttlMs)}. Until both links are opened nothing changes.`,
      'If you did not ask for this, somebody may know your password: change it now, and leave this link alone.',
    ],
  }),

  'new-email': ({ publicUrl, token, ttlMs }) => ({
    subject: 'Confirm your new email address',
    paragraphs: [
      'Somebody asked to use this address for their Plimsoll account. If it was you, confirm it here, and by the mail to your present address.',
    ],
    button: { label: 'Confirm this address', url: `${publicUrl}/confirm-email?token=${token}` },
    notes: [
      `The link works once and expires in ${durationText(ttlMs)}. Until both links are opened nothing changes.`,
      'If it was not you, ignore this mail.',
    ],
  }),

  'email-changed': ({ publicUrl, happenedAt, newEmail }) => ({
    subject: 'Your email address was changed',
    paragraphs: [
      `The address of your Plimsoll account was changed to ${newEmail} on ${dateText(happenedAt)}. Log in with the new one from now on.`,
      'If that was not you, tell the people who run this server.',
    ],
    button: { label: 'Log in', url: `${publicUrl}/login` },
    notes: ['This is the last mail to this address about the account.'],
  }),
} satisfies Record<EmailChangeMailKind, (facts: EmailChangeFacts) => MailText>

/** Tells somebody who wants to move to an address that it has an account already. */
export const addressInUseText = ({ publicUrl }: { publicUrl: string }): MailText => ({
  subject: 'This address has an account',
  paragraphs: [
    'Somebody asked to use this address for another Plimsoll account. It has an account already, so nothing was changed.',
  ],
  button: { label: 'Log in', url: `${publicUrl}/login` },
  notes: ['If it was not you, ignore this mail.'],
})

/** Tells of an invitation to the server, which has the address for its link. */
export const serverInvitationText = (invitation: { publicUrl: string; url: string; ttlMs: number }): MailText => ({
  subject: 'You are invited to Plimsoll',
  paragraphs: [
    `An administrator of ${invitation.publicUrl} has invited you. Choose a name and a password, and you can log in.`,
  ],
  button: { label: 'Accept the invitation', url: invitation.url },
  notes: [
    `The link works once and expires in ${durationText(invitation.ttlMs)}.`,
    'If you do not know who sends this, ignore this mail: there is no account until you open the link.',
  ],
})

/** Tells of a flow that was shared; the same whether the address has an account or not. */
export const invitationText = (flow: { publicUrl: string; id: string; sharerEmail: string | null }): MailText => ({
  subject: 'A flow was shared with you',
  paragraphs: [`${flow.sharerEmail ?? 'Somebody'} has shared a flow with you on Plimsoll.`],
  button: { label: 'Open the flow', url: `${flow.publicUrl}/flow/${flow.id}` },
  notes: [
    'Log in with this address, or register with it first.',
    'If you do not know who sends this, ignore this mail: nothing happens until you open the flow.',
  ],
})

/** Tells somebody who owns a flow now, and who gave it; null: nobody who has an account any more. */
export const newOwnerText = (flow: { publicUrl: string; id: string; giverEmail: string | null }): MailText => ({
  subject: 'You own a flow now',
  paragraphs: [
    flow.giverEmail === null
      ? 'The account that owned a flow on Plimsoll was deleted, and the flow went to you.'
      : `${flow.giverEmail} has made you the owner of a flow on Plimsoll, and can still edit it until you decide otherwise.`,
    'It is in your library, and you decide who else has it.',
  ],
  button: { label: 'Open the flow', url: `${flow.publicUrl}/flow/${flow.id}` },
  notes: ['You get this mail because you were an editor of the flow.'],
})

/** Tells of a comment that mentions somebody; its text stays where the flow's roles are asked for. */
export const mentionText = (comment: { publicUrl: string; id: string; flowId: string; author: string }): MailText => ({
  subject: 'You were mentioned in a comment',
  paragraphs: [`${comment.author || 'Somebody'} has mentioned you in a comment on a flow on Plimsoll.`],
  button: { label: 'Read the comment', url: `${comment.publicUrl}/flow/${comment.flowId}?comment=${comment.id}` },
  notes: ['You get this mail because you have a part in the flow. Who leaves it gets no more of them.'],
})

/** Tells of a team; the same whether the address has an account or not, and without words of others. */
export const teamInvitationText = (team: { publicUrl: string; id: string; ownerEmail: string }): MailText => ({
  subject: 'You were added to a team',
  paragraphs: [`${team.ownerEmail} has added you to a team on Plimsoll.`],
  button: { label: 'Open the team', url: `${team.publicUrl}/teams/${team.id}` },
  notes: [
    'Log in with this address, or register with it first.',
    'If you do not know who sends this, ignore this mail, or leave the team on its page.',
  ],
})

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** A duration such as "2 hours", in the largest unit of which it is a whole number; a day has 24 hours. */
export function durationText(ms: number): string {
  const [unit, size] = UNITS.find(([name, length]) => ms % length === 0 && ms >= (name === 'day' ? 2 : 1) * length) ?? [
    'second',
    1_000,
  ]
  const format = new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 })
  return format.format(ms / size)
}

function dateText(time: number): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat('en-GB', format).format(time)} UTC`
}
