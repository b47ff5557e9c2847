import { html } from 'hono/html'
import type { Mail } from './mail-transport.ts'

/** The content of a mail, rendered as plain text and as HTML. */
export interface MailContent {
  to: string
  subject: string
  /** For the greeting. A name that looks like a link is left out, because anyone can register any address under any name. */
  name: string
  paragraphs: readonly string[]
  button: { label: string; url: string }
  /** Below the button, in small type. */
  notes: readonly string[]
  /** The server's public URL. */
  publicUrl: string
}

/** Control characters, line separators, and characters that change the text direction. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const LINK_LIKE = /:\/\/|[^\s.]\.[^\s.]/

/** A name on one line; empty where it looks like a link. */
export function harmlessName(name: string): string {
  const line = name.replace(UNPRINTABLE, ' ').trim()
  return LINK_LIKE.test(line) ? '' : line
}

/** Renders a mail as plain text and as HTML. */
export function renderMail(content: MailContent): Mail {
  const name = harmlessName(content.name)
  const greeting = name === '' ? 'Hello,' : `Hello ${name},`
  const { to, subject } = content
  return { to, subject, text: textOf(content, greeting), html: htmlOf(content, greeting) }
}

function textOf({ paragraphs, button, notes, publicUrl }: MailContent, greeting: string): string {
  return [greeting, ...paragraphs, `${button.label}:\n${button.url}`, ...notes, `-- \nPlimsoll\n${publicUrl}`, ''].join(
    '\n\n',
  )
}

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; width: 100%; }
@media (prefers-color-scheme: dark) {
  .page { background: #0e1620 !important; }
  .card { background: #16212d !important; border-color: #2b3947 !important; }
  .text { color: #e6edf4 !important; }
  .faint, .faint a { color: #a3b2c1 !important; }
  .link { color: #7cc0ee !important; }
  .mark { background: #58abe2 !important; }
  .ring { border-color: #58abe2 !important; }
}
`

/** Uses tables, inline styles and no images, because mail programs support little else. */
function htmlOf({ subject, paragraphs, button, notes, publicUrl }: MailContent, greeting: string): string {
  const text = (content: string) =>
    html`<p class="text" style="margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:#101b27">${content}</p>`
  const small = (content: string) =>
    html`<p class="faint" style="margin:0 0 12px;${FONT};font-size:13px;line-height:20px;color:#475667">${content}</p>`
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${STYLES}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f5f7f9">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f7f9"><tr>
<td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr>
<td style="padding:0 4px 20px">${brand()}</td>
</tr><tr>
<td class="card" style="padding:32px;background:#ffffff;border:1px solid #dde4ea;border-radius:10px">
<h1 class="text" style="margin:0 0 20px;${FONT};font-size:20px;line-height:28px;font-weight:600;color:#101b27">${subject}</h1>
${text(greeting)}${paragraphs.map(text)}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr>
<td bgcolor="#105d91" style="border-radius:6px;background:#105d91">
<a href="${button.url}" style="display:inline-block;padding:11px 20px;${FONT};font-size:15px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:6px">${button.label}</a>
</td></tr></table>
${small('Does the button not work? Open this address in your browser:')}
<p class="faint" style="margin:0 0 24px;${FONT};font-size:13px;line-height:20px;word-break:break-all"><a class="link" href="${button.url}" style="color:#0f5a8c">${button.url}</a></p>
${notes.map(small)}
</td></tr><tr>
<td class="faint" style="padding:20px 4px 0;${FONT};font-size:12px;line-height:18px;color:#5b6b7b">Sent by Plimsoll at <a href="${publicUrl}" style="color:#5b6b7b">${publicUrl}</a></td>
</tr></table>
</td></tr></table>
</body>
</html>
`)
}

/** The logo, a circle with a line through it, and the product's name. */
function brand() {
  const line = html`<td><div class="mark" style="width:6px;height:3px;background:#105d91;font-size:0;line-height:0"></div></td>`
  return html`<table role="presentation" cellpadding="0" cellspacing="0"><tr>
${line}
<td><div class="ring" style="width:19px;height:19px;border:3px solid #105d91;border-radius:50%"><div style="height:8px;font-size:0;line-height:0"></div><div class="mark" style="height:3px;background:#105d91;font-size:0;line-height:0"></div></div></td>
${line}
<td class="text" style="padding-left:10px;${FONT};font-size:16px;line-height:25px;font-weight:600;color:#101b27">Plimsoll</td>
</tr></table>`
}
