import type { SendMailOptions } from 'nodemailer'

/** A mail as its one recipient gets it. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Whom mails come from. */
export interface Sender {
  name: string
  address: string
}

/** Takes mails to where they go. */
export interface Carrier {
  /** Resolves when the mail is no longer ours to look after. */
  carry(mail: Mail): Promise<void>
  /** Breaks off what is under way. */
  close(): void
}

/**
 * A mail as nodemailer writes it. Addresses are given as objects and the envelope apart, so that no character in one can
 * add a recipient or a header.
 */
export function messageOf({ to, subject, text, html }: Mail, from: Sender): SendMailOptions {
  const recipient = { name: '', address: to }
  return {
    from,
    to: [recipient],
    envelope: { from, to: [recipient] },
    subject,
    text,
    html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
