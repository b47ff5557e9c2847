import { createTransport } from 'nodemailer'
import { isLoopback } from '../loopback.ts'
import { type MailTransport, messageOf, type Sender } from './mail-transport.ts'

export const SMTP_TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 60_000,
}
const IDLE_MS = 10_000
/** For a server that answers a byte now and then, which no other timeout notices. */
const LONGEST_SEND_MS = 90_000

interface SmtpOptions {
  /** `smtp://` or `smtps://`, with the credentials if any. */
  url: string
  from: Sender
}

/**
 * Hands mails to an SMTP server, over one connection that is kept while there is something to send. The server's
 * certificate is always verified; without encryption nothing leaves this machine.
 */
export function createSmtpTransport({ url, from }: SmtpOptions): MailTransport {
  const { protocol, hostname, port, username, password } = new URL(url)
  const transport = createTransport({
    pool: true,
    // Not the address as a whole: options in its query could turn off the verification.
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port && { port: Number(port) }),
    secure: protocol === 'smtps:',
    requireTLS: !isLoopback(hostname),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
    idleTimeout: IDLE_MS,
    ...SMTP_TIMEOUTS,
  })
  return {
    async send(mail) {
      await transport.sendMail({ ...messageOf(mail, from), signal: AbortSignal.timeout(LONGEST_SEND_MS) })
    },
    close: () => transport.close({ force: true }),
  }
}
