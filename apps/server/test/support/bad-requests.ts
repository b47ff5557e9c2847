import { pick } from './attack.ts'
import { flowBody } from './flows.ts'
import type { HttpCall } from './http-client.ts'
import { PASSWORD } from './test-server.ts'

type Random = () => number

export interface BadRequest {
  path: string
  call: HttpCall
}

const METHODS = [
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'LOCK',
  'QUERY',
]
const SEGMENTS = [
  ...['api', 'flows', 'auth', 'login', 'profile', 'sessions', 'config', 'outbox', 'assets', 'export', 'health', 'docs'],
  ...['..', '.', '', '%', '%ff', '%00', '%2e%2e', '%2f', '%c0%af', ';', '*', ':id', '{id}', '-1', '~', '__proto__'],
  ...['x'.repeat(3_000), '%F0%9F%98%80', '00000000-0000-4000-8000-000000000000', '?', '#', '@', '[]', 'login;.js'],
]
const HEADERS: Record<string, readonly string[]> = {
  'content-type': [
    '',
    'text/plain',
    'application/json; charset=latin1',
    'application/JSON;;',
    'multipart/form-data',
    '\t',
  ],
  'content-encoding': ['gzip', 'identity', 'br, gzip', ''],
  authorization: [
    '',
    'Bearer',
    'Bearer x',
    'Basic YTpi',
    'bearer  ',
    `Bearer ${'a'.repeat(43)}`,
    `Bearer ${'é'.repeat(20)}`,
  ],
  'accept-encoding': ['gzip', 'br;q=2', '*;q=0', ',,,', 'gzip;q=0.0001', 'x'.repeat(2_000)],
  'idempotency-key': ['', 'k', 'k'.repeat(201), '\u00ff', 'same'],
  'if-none-match': ['*', '"x"', 'W/"', ','],
  'sec-fetch-site': ['cross-site', 'none', 'same-site', 'x'],
  'x-forwarded-for': ['1.2.3.4', '::', 'x, y, z', 'a'.repeat(4_000)],
  'x-forwarded-proto': ['https', 'ftp'],
  forwarded: ['for="[::1]:x"', 'host=evil.test'],
  host: ['evil.test', 'localhost:99999', '[::1', '', '127.0.0.1:3000@evil.test', 'a'.repeat(300)],
  'x-http-method-override': ['DELETE'],
  range: ['bytes=0-', 'bytes=9-1', 'items=1'],
  expect: ['100-continue', 'nothing'],
  upgrade: ['h2c', 'websocket'],
  connection: ['upgrade', 'close', 'x'],
  cookie: ['token=1; token=2', '='],
  origin: ['null', 'https://evil.test'],
  'user-agent': ['', 'x'.repeat(8_000), '\u00ff\u00fe'],
}
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e308, 2 ** 53, '', ' ', 'x', '\u202e', '𠜎', 'a'.repeat(300), 'é'.repeat(60)],
  ...[[], {}, [[]], [null], [{}], { length: 1 }, { toString: 1 }, { id: {} }, ['a', 'b'], [1, 2, 3]],
  ...['__proto__', 'constructor', 'NaN', '1e400', '\u0000', '\ud800', 'a@b.cc', 'x@example.com\r\nBcc: y@example.com'],
]
const LITERALS = [
  '1e400',
  '-1e999',
  '00',
  'NaN',
  '{"a":1,"a":2}',
  '{"__proto__":{}}',
  '"\\u0000"',
  '"\\ud800"',
  '"\\x"',
]
const BYTES = [
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\\',
  '0',
  'e',
  '-',
  '\n',
  '\t',
  ' ',
  '\u0001',
  'é',
  '𠜎',
  '\ufeff',
  'null',
]

/** A valid call of every route. */
export function validCalls({ email, flowId }: { email: string; flowId: string }): BadRequest[] {
  const names = { firstName: 'Grace', lastName: 'Hopper' }
  const change = { currentPassword: `${PASSWORD}x`, newPassword: 'Different5Horse' }
  const calls: [method: string, path: string, body?: unknown][] = [
    ['POST', '/api/auth/login', { email, password: `${PASSWORD}x` }],
    ['POST', '/api/auth/register', { ...names, email: `new-${email}`, password: PASSWORD }],
    ['POST', '/api/auth/logout'],
    ['GET', '/api/auth/verify-email?token=x'],
    ['POST', '/api/auth/resend-verification', { email }],
    ['POST', '/api/auth/forgot-password', { email }],
    ['POST', '/api/auth/reset-password', { token: 'a'.repeat(43), newPassword: 'Different5Horse' }],
    ['GET', '/api/profile'],
    ['PUT', '/api/profile', names],
    ['DELETE', '/api/profile', { currentPassword: `${PASSWORD}x` }],
    ['PUT', '/api/profile/change-password', change],
    ['GET', '/api/profile/sessions'],
    ['DELETE', '/api/profile/sessions/x'],
    ['DELETE', '/api/profile/sessions'],
    ['GET', '/api/profile/export'],
    ['GET', '/api/flows'],
    ['POST', '/api/flows', flowBody()],
    ['POST', '/api/flows', flowBody({ simulation: { seed: 1 } })],
    ['GET', `/api/flows/${flowId}`],
    ['PUT', `/api/flows/${flowId}`, flowBody({ version: 1 })],
    ['DELETE', `/api/flows/${flowId}`],
    ['GET', '/api/config'],
    ['GET', '/api/ready'],
    ['GET', '/api/outbox'],
    ['GET', '/api/outbox/x'],
    ['GET', '/login'],
  ]
  return calls.map(([method, path, body]) => ({ path, call: { method, ...(body !== undefined && { body }) } }))
}

/** Makes a valid request invalid in one or several ways. */
export function spoil(random: Random, { path, call }: BadRequest, token: string): BadRequest {
  const chance = (share: number) => random() < share
  const { body, ...rest } = call
  const headers = chance(0.4) ? strangeHeaders(random) : {}
  const text = body === undefined ? (chance(0.1) ? garbage(random) : undefined) : spoilBody(random, body)
  return {
    path: chance(0.25) ? strangePath(random, path) : path,
    call: {
      ...rest,
      ...(chance(0.15) && { method: pick(random, METHODS) }),
      ...(chance(0.8) && { token }),
      ...(text !== undefined && { text: Buffer.from(text) }),
      ...(Object.keys(headers).length > 0 && { headers }),
    },
  }
}

function strangeHeaders(random: Random): Record<string, string> {
  const names = Object.keys(HEADERS)
  return Object.fromEntries(
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
      const name = pick(random, names)
      return [name, pick(random, HEADERS[name] ?? [])]
    }),
  )
}

function strangePath(random: Random, path: string): string {
  const segments = path.split('/')
  const at = Math.floor(random() * (segments.length + 1))
  segments.splice(at, Math.floor(random() * 2), pick(random, SEGMENTS))
  const query = random() < 0.3 ? `?${pick(random, SEGMENTS)}=${pick(random, SEGMENTS)}&a=1` : ''
  return `/${segments.filter((_, index) => index > 0).join('/')}${query}`
}

function spoilBody(random: Random, body: unknown): string {
  const kind = random()
  if (kind < 0.05) return JSON.stringify(body)
  if (kind < 0.1) return garbage(random)
  if (kind < 0.55) return JSON.stringify(spoilValue(random, body))
  return spoilText(random, JSON.stringify(body))
}

/** The value with one part replaced, removed or duplicated. */
function spoilValue(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.1) return pick(random, VALUES)
  if (Array.isArray(value)) {
    const at = Math.floor(random() * value.length)
    return value.map((item, index) => (index === at ? spoilValue(random, item) : item))
  }
  const keys = Object.keys(value)
  const key = pick(random, [...keys, 'extra'])
  const changed = { ...value, [key]: spoilValue(random, Reflect.get(value, key)) }
  if (random() < 0.15) Reflect.deleteProperty(changed, key)
  return changed
}

/** The text with a part removed, inserted or changed. */
function spoilText(random: Random, text: string): string {
  let spoiled = text
  for (let cut = 0; cut < 1 + random() * 3; cut++) {
    const at = Math.floor(random() * spoiled.length)
    const length = Math.floor(random() * (random() < 0.2 ? spoiled.length : 6))
    const insert = pick(random, random() < 0.3 ? LITERALS : BYTES)
    spoiled = spoiled.slice(0, at) + insert + spoiled.slice(at + length)
  }
  return spoiled
}

function garbage(random: Random): string {
  return Array.from({ length: Math.floor(random() * 60) }, () => pick(random, [...BYTES, ...LITERALS])).join('')
}

/** Bytes that are barely a request. */
export function spoilBytes(random: Random, { path, call }: BadRequest): string {
  const body = JSON.stringify(call.body ?? {})
  const head = `${call.method} ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`
  const framing = pick(random, [
    `content-length: ${body.length}\r\n`,
    'transfer-encoding: chunked\r\n',
    `content-length: ${body.length}\r\ntransfer-encoding: chunked\r\n`,
    'content-length: -1\r\n',
    `content-length: 5\r\ncontent-length: 6\r\n`,
    'transfer-encoding: gzip, chunked\r\n',
  ])
  return spoilText(random, `${head}${framing}\r\n${body}`)
}
