import { describe, expect, it } from 'vitest'
import { type AccountMailKind, durationText, invitationText, MAIL_TEXTS } from '../../src/mail/mail-texts.ts'
import { renderMail } from '../../src/mail/render-mail.ts'
import { PUBLIC_URL } from '../support/mail-queue.ts'

const TOKEN = 'A_token-of-43-characters-as-they-all-are-43'

function letter(kind: AccountMailKind, name = 'Grace', ttlMs = 3_600_000) {
  const words = MAIL_TEXTS[kind]({
    publicUrl: PUBLIC_URL,
    token: TOKEN,
    ttlMs,
    happenedAt: Date.UTC(2026, 0, 2, 15, 4),
  })
  return renderMail({ to: 'grace@example.com', name, publicUrl: PUBLIC_URL, ...words })
}

describe('the text of a mail', () => {
  it.each([
    ['verify', `${PUBLIC_URL}/verify-email?token=${TOKEN}`, 'expires in 1 hour'],
    ['reset', `${PUBLIC_URL}/reset-password?token=${TOKEN}`, 'expires in 1 hour'],
    ['password-changed', `${PUBLIC_URL}/forgot-password`, 'on 2 January 2026 at 15:04 UTC'],
    ['new-device', `${PUBLIC_URL}/profile`, 'on 2 January 2026 at 15:04 UTC'],
  ] as const)('[API-62] %s has its link, and its time in words, in both parts', (kind, link, time) => {
    const { text, html, subject } = letter(kind)
    expect(text.split('\n')).toContain(link)
    expect(html.match(new RegExp(`href="${link.replace('?', '\\?')}"`, 'g'))).toHaveLength(2)
    for (const part of [text, html]) expect(part).toContain(time)
    expect(html).toContain(`<title>${subject}</title>`)
    expect(text.includes(TOKEN)).toBe(kind === 'verify' || kind === 'reset')
    // Mails load no external resources.
    expect(html).not.toMatch(/src=|url\(|<img|<link|@import/)
  })

  it('[API-452] the mail about a flow names who shares it and links to the flow, with and without an account', () => {
    const flow = { publicUrl: PUBLIC_URL, id: 'flow-1', sharerEmail: 'ada@example.com' }
    const [known, unknown] = ['Grace', ''].map((name) =>
      renderMail({ to: 'grace@example.com', name, publicUrl: PUBLIC_URL, ...invitationText(flow) }),
    )
    for (const mail of [known, unknown]) {
      expect(mail?.text).toContain('ada@example.com has shared a flow with you')
      expect(mail?.text.split('\n')).toContain(`${PUBLIC_URL}/flow/flow-1`)
      expect(mail?.text).toContain('or register with it first')
    }
  })

  it.each([
    [2_000, '2 seconds'],
    [90_000, '90 seconds'],
    [1_800_000, '30 minutes'],
    [3_600_000, '1 hour'],
    [86_400_000, '24 hours'],
    [604_800_000, '7 days'],
  ])('[API-62] formats %i ms as %s', (ms, words) => {
    expect(durationText(ms)).toBe(words)
  })

  it.each([
    ['Zoë', 'Hello Zoë,', 'Hello Zoë,'],
    ['<b>"&\'', 'Hello <b>"&\',', 'Hello &lt;b&gt;&quot;&amp;&#39;,'],
    ['Anna\r\n\r\nBcc: eve', 'Hello Anna Bcc: eve,', 'Hello Anna Bcc: eve,'],
    ['\u202eevil\u2028\u0085x', 'Hello evil x,', 'Hello evil x,'],
    ['</p><script>x</script>', 'Hello </p><script>x</script>,', 'Hello &lt;/p&gt;&lt;script&gt;x&lt;/script&gt;,'],
    ['see https://evil', 'Hello,', 'Hello,'],
    ['win at evil.test', 'Hello,', 'Hello,'],
    ['\n', 'Hello,', 'Hello,'],
  ])('[API-65] greets %j', (name, text, html) => {
    const mail = letter('verify', name)
    expect(mail.text.split('\n')[0]).toBe(text)
    expect(mail.html).toContain(`>${html}</p>`)
    expect(mail.subject).toBe('Confirm your email address')
  })
})
