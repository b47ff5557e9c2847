import { afterEach, describe, expect, it } from 'vitest'
import { createSmtpTransport } from '../../src/mail/smtp-transport.ts'
import { pinnedRandom } from '../support/attack.ts'
import { FROM } from '../support/mail-queue.ts'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts'

const open: (() => unknown)[] = []

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function startSink(options: Parameters<typeof startSmtpSink>[0] = {}): Promise<SmtpSink> {
  const sink = await startSmtpSink(options)
  open.push(sink.stop)
  return sink
}

function transportTo(url: string) {
  const transport = createSmtpTransport({ url, from: FROM })
  open.push(transport.close)
  return transport
}

const MAIL = { to: 'grace@example.com', subject: 'Hello', text: 'Hello.', html: '<p>Hello.</p>' }

describe('SMTP', () => {
  it.each(['smtps', 'starttls'] as const)(
    '[REL-OP5] a self-signed certificate is refused with %s',
    async (selfSigned) => {
      const sink = await startSink({ selfSigned })
      await expect(transportTo(sink.url).send(MAIL)).rejects.toThrow(/certificate/)
      expect(sink.mails).toEqual([])
    },
  )

  it('[REL-OP5] nothing leaves this machine unencrypted', async () => {
    const sink = await startSink()
    // Reaches this machine, but is not a loopback name.
    const transport = transportTo(sink.url.replace('//127.0.0.1', '//user:secret@0.0.0.0'))
    await expect(transport.send(MAIL)).rejects.toThrow(/STARTTLS/)
    expect(sink.mails).toEqual([])
  })

  it('[API-945] a domain in letters of any script is spelled for machines on its way', async () => {
    const sink = await startSink()
    await transportTo(sink.url).send({ ...MAIL, to: 'ada@müller.de' })
    expect(sink.mails.map(({ raw }) => raw)).toEqual([expect.stringContaining('To: ada@xn--mller-kva.de')])
  })

  it('[REL-IJ2] 500 hostile addresses and texts create one mail each, to one recipient, with the same headers', async () => {
    const sink = await startSink()
    const transport = transportTo(sink.url)
    await transport.send(MAIL)
    const [baseline] = sink.mails
    const random = pinnedRandom()
    for (let count = 0; count < 500; count++) {
      const before = sink.mails.length
      const to = hostileAddress(random)
      const text = hostileText(random)
      const outcome = await transport.send({ ...MAIL, to, text, html: text }).then(
        () => 'sent',
        () => 'refused',
      )
      const [mail, ...more] = sink.mails.slice(before)
      expect(more, `more than one mail for ${JSON.stringify(to)}`).toEqual([])
      expect(mail === undefined, JSON.stringify(to)).toBe(outcome === 'refused')
      if (!mail) continue
      expect(mail.to, JSON.stringify(to)).toHaveLength(1)
      expect(mail.to[0]).not.toBe('eve@evil.test')
      expect(headerNames(mail), JSON.stringify([to, text])).toEqual(baseline && headerNames(baseline))
      expect(mail.email.subject).toBe(MAIL.subject)
      expect(mail.email.attachments).toEqual([])
    }
  })
})

function headerNames({ email }: SmtpSink['mails'][number]) {
  return email.headers.map(({ key }) => key).sort()
}

const PIECES = [
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  '\r\n.\r\n',
  '\n.\n',
  'Bcc: eve@evil.test',
  'RCPT TO:<eve@evil.test>',
  'MAIL FROM:<eve@evil.test>',
  'Subject: changed',
  'Content-Type: text/html',
  ',',
  ';',
  ' ',
  '<',
  '>',
  '"',
  "'",
  '(',
  ')',
  ':',
  '%0d%0a',
  '\0',
  '\u2028',
  'é',
  '😀',
  '=?utf-8?q?x?=',
  'eve@evil.test',
  '--',
]

function hostileText(random: () => number): string {
  return Array.from({ length: 1 + Math.floor(random() * 8) }, () => PIECES[Math.floor(random() * PIECES.length)]).join(
    '',
  )
}

/** A hostile address. */
function hostileAddress(random: () => number): string {
  return random() < 0.5 ? `a${hostileText(random)}@example.com` : `a@example.com${hostileText(random)}`
}
