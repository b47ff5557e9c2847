import { createTransport } from 'nodemailer'
import { type Carrier, messageOf, type Sender } from '../../mail/carrier.ts'
import type { OutboxStore } from './outbox.store.ts'

/** Keeps mails in the outbox, for a server that has nowhere to send them. */
export function createOutboxCarrier({ outbox, from }: { outbox: OutboxStore; from: Sender }): Carrier {
  const transport = createTransport({ streamTransport: true, newline: 'windows' })
  return {
    async carry(mail) {
      const { message } = await transport.sendMail(messageOf(mail, from))
      await outbox.keep(mail, message)
    },
    close() {},
  }
}
