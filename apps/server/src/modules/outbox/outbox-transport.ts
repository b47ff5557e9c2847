import { createTransport } from 'nodemailer'
import { type MailTransport, messageOf, type Sender } from '../../mail/mail-transport.ts'
import type { OutboxStore } from './outbox.store.ts'

/** Stores mails in the outbox, for a server without a mail server. */
export function createOutboxTransport({ outbox, from }: { outbox: OutboxStore; from: Sender }): MailTransport {
  const transport = createTransport({ streamTransport: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(mail, from))
      await outbox.add(mail, message)
    },
    close() {},
  }
}
