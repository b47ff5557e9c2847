import { expect, it } from 'vitest'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { inParallel, measured } from '../support/attack.ts'
import type { SinkMail } from '../support/smtp-sink.ts'
import { onEachTarget } from '../support/target.ts'
import { PASSWORD } from '../support/test-server.ts'

const PARTS = [
  '\r\nBcc: spy@evil.test',
  '\nBcc: spy@evil.test',
  '\rCc: spy@evil.test',
  '\u2028Bcc: spy@evil.test',
  '\u0085Bcc: spy@evil.test',
  '%0d%0aBcc: spy@evil.test',
  '\r\n\r\nA second letter',
  '\r\n.\r\nMAIL FROM:<spy@evil.test>',
  '\n.\n',
  '<script>alert(1)</script>',
  '<img src=//evil.test>',
  '<a href="//evil.test">x</a>',
  '"><b onclick=x>',
  '</p></td><h1>Hi',
  '<!--',
  '&lt;i&gt;',
  '<style>*{}</style>',
  'http://evil.test',
  'www.evil.test',
  '=?utf-8?q?Bcc:_spy?=',
  '<spy@evil.test>',
  ', spy@evil.test',
  '; spy@evil.test',
  '\t\u202eevil',
  '\u0007\u001b[31m',
]
const WRAPPERS = ['', 'Ada', '"', "'", ' ', '(', '\\', 'é', '𠜎', '>'] as const
const MOST_NAME = 50

/** As many different payloads as asked for, each short enough for a name. */
function payloads(count: number): string[] {
  const texts = WRAPPERS.flatMap((before) => WRAPPERS.flatMap((after) => PARTS.map((part) => before + part + after)))
  return Array.from({ length: count }, (_, index) => texts[(index * 509) % texts.length]?.slice(0, MOST_NAME) ?? '')
}

const headersOf = ({ email }: SinkMail) => email.headers.map(({ key }) => key).sort()
const tagsIn = ({ email }: SinkMail) => (email.html ?? '').match(/<[a-z!/]/gi)?.length

onEachTarget('mail', (target) => {
  const register = (email: string, firstName: string, lastName: string) =>
    target().call('/api/auth/register', { body: { email, password: PASSWORD, firstName, lastName } })

  it('[REL-IJ2] no name changes the structure of a mail', async ({ task }) => {
    await register('plain@example.com', 'Ada', 'King')
    const baseline = await target().mails.mailTo('plain@example.com')
    const texts = payloads(sized({ small: 40, full: 500 }))
    let refused = 0
    const sent: string[] = []
    await inParallel(texts.entries(), 4, async ([index, text]) => {
      const email = `named-${index}@example.com`
      const { status } = await register(email, index % 2 ? text : 'Ada', index % 2 ? 'King' : text)
      expect([201, 400]).toContain(status)
      if (status === 201) sent.push(email)
      else refused++
    })
    await Promise.all(sent.map((email) => target().mails.mailTo(email)))
    for (const mail of target().mails.mails) {
      expect(mail.to).toHaveLength(1)
      expect(mail.email.to?.map(({ address }) => address)).toEqual(mail.to)
      expect(mail.to.join()).toMatch(/^[\w-]+@example\.com$/)
      expect(headersOf(mail)).toEqual(headersOf(baseline))
      expect([mail.to, tagsIn(mail)]).toEqual([mail.to, tagsIn(baseline)])
      expect(mail.email.html).not.toMatch(/href="[^"]*evil/)
      expect(mail.email.text).not.toMatch(/(?:\/\/|www\.)evil\.test/)
      expect(mail.email.attachments).toEqual([])
    }
    expect(target().mails.mails).toHaveLength(sent.length + 1)
    measured(
      task,
      `${texts.length} names: ${sent.length} mails, each to one recipient with the plain one's headers and tags, ${refused} refused`,
    )
  })

  it('[REL-IJ2] no address adds a recipient', async ({ task }) => {
    const from = target().mails.mails.length
    const tries = sized({ small: 40, full: 500 })
    const addresses = payloads(tries).map((text, index) =>
      index % 3 === 0 ? `a-${index}@example.com${text}` : index % 3 === 1 ? `a-${index}${text}@example.com` : text,
    )
    const accepted: string[] = []
    for (const email of addresses) {
      const { status } = await register(email, 'Ada', 'King')
      expect([201, 400]).toContain(status)
      if (status === 201) accepted.push(email.trim().toLowerCase())
      for (const path of ['forgot-password', 'resend-verification']) {
        expect([200, 400]).toContain((await target().call(`/api/auth/${path}`, { body: { email } })).status)
      }
    }
    await register('last@example.com', 'Ada', 'King')
    await target().mails.mailTo('last@example.com', { from })
    for (const { to } of target().mails.mails.slice(from)) {
      expect(to).toHaveLength(1)
      expect([...accepted, 'last@example.com']).toContain(to[0])
    }
    measured(task, `${addresses.length} addresses: ${accepted.length} taken as they are, the others refused`)
  })
})
