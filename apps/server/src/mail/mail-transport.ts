import type { SendMailOptions } from 'nodemailer'

/** A rendered mail to one recipient. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Sender of the mails. */
export interface Sender {
  name: string
  address: string
}

/** Delivers mails by SMTP or to the outbox. */
export interface MailTransport {
  /** Resolves when the mail was accepted. */
  send(mail: Mail): Promise<void>
  /** Aborts a delivery in progress. */
  close(): void
}

/**
 * A mail for nodemailer. Addresses are objects and the envelope is explicit, so that no character in an address can add a
 * recipient or a header.
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
