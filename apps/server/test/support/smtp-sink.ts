import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'

/** A mail as a mail server receives it. */
export interface SinkMail {
  /** Of the envelope. */
  from: string
  /** The recipients in the envelope. */
  to: string[]
  /** Whether it came encrypted. */
  isSecure: boolean
  raw: string
  /** As a mail program reads it. */
  email: Email
}

interface SinkOptions {
  /** 0 takes a free one; a fixed one is for a server that comes back. */
  port?: number
  /** With a certificate that nobody has signed: spoken from the start, or offered. */
  selfSigned?: 'smtps' | 'starttls'
}

export interface SmtpSink {
  /** For `SMTP_URL`. */
  url: string
  port: number
  /** In the order in which they came. */
  mails: SinkMail[]
  /** The first mail to an address from the nth that came on; one that is there already counts. */
  mailTo(address: string, options?: { from?: number }): Promise<SinkMail>
  /** Resolves when so many have come altogether. */
  received(count: number): Promise<void>
  /** Also rejects pending waits. */
  stop(): Promise<void>
}

/** A real SMTP server that stores received mails. */
export async function startSmtpSink({ port = 0, selfSigned }: SinkOptions = {}): Promise<SmtpSink> {
  const mails: SinkMail[] = []
  const events = new EventEmitter().setMaxListeners(0)
  const server = new SMTPServer({
    secure: selfSigned === 'smtps',
    disabledCommands: selfSigned === 'starttls' ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, { envelope, secure }, done) {
      readMail(stream).then(({ raw, email }) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), isSecure: secure, raw, email })
        done()
        events.emit('mail')
      }, done)
    },
  })
  // A client that does not trust the certificate closes the connection.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address() as AddressInfo

  const until = async <Found>(find: () => Found | undefined): Promise<Found> => {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      await once(events, 'mail')
    }
  }
  return {
    url: `${selfSigned === 'smtps' ? 'smtps' : 'smtp'}://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    mailTo: (recipient, { from = 0 } = {}) => until(() => mails.slice(from).find(({ to }) => to.includes(recipient))),
    received: async (count) => void (await until(() => (mails.length >= count ? true : undefined))),
    stop: async () => {
      await new Promise<void>((resolve) => server.close(resolve))
      if (events.listenerCount('mail') > 0) events.emit('error', new Error('The mail server was stopped.'))
    },
  }
}

async function readMail(stream: SMTPServerDataStream) {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  const raw = Buffer.concat(chunks)
  return { raw: raw.toString(), email: await PostalMime.parse(raw) }
}

/** The one link of a mail's text that leads to a page of the product. */
export function linkIn({ email }: Pick<SinkMail, 'email'>): URL {
  const [link] = email.text?.match(/https?:\/\/\S+\?token=\S+/) ?? []
  if (!link) throw new Error(`There is no link in the mail:\n${email.text}`)
  return new URL(link)
}
