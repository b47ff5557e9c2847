import { flowBody } from './flows.ts'
import type { HttpCall } from './http-client.ts'
import { PASSWORD } from './test-server.ts'

/** A field, parameter or header of the API that accepts text. */
interface Input {
  name: string
  /** An otherwise valid call with the text. */
  put(text: string): readonly [path: string, call: HttpCall]
}

interface Visitor {
  token: string
  /** An account for logins; not the visitor's own, whose session they would end. */
  email: string
  /** A flow of the visitor. */
  flowId: string
}

/** How the routes of sharing are called that are not read. */
const SHARING_CALLS: Readonly<Record<string, HttpCall>> = {
  people: { method: 'PUT', body: { email: 'one@example.com', role: 'viewer' } },
  owner: { method: 'PUT', body: { email: 'one@example.com' } },
  leave: { method: 'POST' },
  links: { body: {} },
  'links/x': { method: 'DELETE' },
  teams: { method: 'PUT', body: { team: 'x', role: 'viewer' } },
  team: { method: 'PUT', body: { team: null } },
}

/** How the routes of a team are called. */
const TEAM_CALLS: Readonly<Record<string, HttpCall>> = {
  '': {},
  '/opened': { method: 'PUT' },
  '/members': { method: 'PUT', body: { email: 'one@example.com', role: 'member' } },
  '/leave': { method: 'POST' },
}

const asHeader = (text: string) => Buffer.from(text.replaceAll(/[^\t\x20-\uffff]|\x7f/g, '')).toString('latin1')

/** Every field, parameter and header that the API reads, as a signed-in visitor reaches it. */
export function everyInput({ email, token, flowId }: Visitor): Input[] {
  let count = 0
  const fresh = () => `new-${count++}-${flowId}@example.com`
  const names = { firstName: 'Grace', lastName: 'Hopper' }
  const change = { currentPassword: `${PASSWORD}x`, newPassword: 'Different5Horse' }
  const [first, second] = flowBody().nodes as Record<string, unknown>[]
  const [edge] = flowBody().edges as Record<string, unknown>[]

  const inBody = (path: string, field: string, body: Record<string, unknown> = {}, call: HttpCall = {}): Input => ({
    name: `${path} ${field}`,
    put: (text) => [path, { ...call, body: { ...body, [field]: text } }],
  })
  const inFlow = (field: string, flowWith: (text: string) => Record<string, unknown>): Input => ({
    name: `/api/flows ${field}`,
    put: (text) => ['/api/flows', { token, body: flowBody(flowWith(text)) }],
  })
  const inHeader = (header: string, path: string, call: HttpCall = {}): Input => ({
    name: `${path} ${header}:`,
    put: (text) => [path, { ...call, headers: { [header]: asHeader(text) } }],
  })
  const inPath = (name: string, pathWith: (encoded: string) => string, call: HttpCall = {}): Input => ({
    name,
    put: (text) => [pathWith(encodeURIComponent(text)), call],
  })
  const register = (changes: Record<string, unknown> = {}) => ({
    ...names,
    email: fresh(),
    password: PASSWORD,
    ...changes,
  })

  return [
    inBody('/api/auth/login', 'email', { password: PASSWORD }),
    inBody('/api/auth/login', 'password', { email }),
    ...['code', 'device', 'remember'].map((field) => inBody('/api/auth/login', field, { email, password: PASSWORD })),
    inBody('/api/auth/passkey', 'response'),
    inPath('/api/auth/oidc/start?confirm', (text) => `/api/auth/oidc/start?confirm=${text}`),
    ...['password', 'code'].map((field) =>
      inBody('/api/profile/confirmation', field, { password: `${PASSWORD}x` }, { token }),
    ),
    inBody('/api/profile/authenticator', 'code', {}, { method: 'PUT', token }),
    inBody('/api/profile/authenticator', 'password', {}, { method: 'DELETE', token }),
    inBody('/api/profile/passkeys', 'name', { response: {} }, { token }),
    inBody('/api/profile/confirmation/passkey', 'response', {}, { token }),
    inPath('/api/profile/passkeys/{id}', (text) => `/api/profile/passkeys/${text}`, { method: 'DELETE', token }),
    ...['firstName', 'lastName', 'email', 'password', 'browser'].map((field) => ({
      name: `/api/auth/register ${field}`,
      put: (text: string) => ['/api/auth/register', { body: register({ [field]: text }) }] as const,
    })),
    inBody('/api/auth/confirm-password', 'token', { password: PASSWORD }),
    inBody('/api/auth/confirm-password', 'password', { token: 'x' }),
    inBody('/api/auth/confirm-password', 'newPassword', { token: 'x' }),
    inPath('/api/auth/verify-email ?browser', (text) => `/api/auth/verify-email?token=x&browser=${text}`),
    inBody('/api/auth/resend-verification', 'email'),
    inBody('/api/auth/forgot-password', 'email'),
    inBody('/api/auth/reset-password', 'token', { newPassword: 'Different5Horse' }),
    ...['limit', 'cursor', 'q', 'sort'].map((parameter) =>
      inPath(`/api/flows?${parameter}`, (text) => `/api/flows?${parameter}=${text}`, { token }),
    ),
    inPath('/api/auth/verify-email ?token', (text) => `/api/auth/verify-email?token=${text}`),
    inBody('/api/profile', 'firstName', names, { method: 'PUT', token }),
    inBody('/api/profile', 'lastName', names, { method: 'PUT', token }),
    inBody('/api/profile', 'currentPassword', {}, { method: 'DELETE', token }),
    inBody('/api/profile/change-password', 'currentPassword', change, { method: 'PUT', token }),
    inBody('/api/profile/change-password', 'newPassword', change, { method: 'PUT', token }),
    inPath('/api/profile/sessions/{id}', (text) => `/api/profile/sessions/${text}`, { method: 'DELETE', token }),
    inFlow('name', (name) => ({ name })),
    inFlow('description', (description) => ({ description })),
    inFlow('nodes.0.id', (id) => ({ nodes: [{ ...first, id }], edges: [] })),
    inFlow('nodes.0.type', (type) => ({ nodes: [{ ...first, type }], edges: [] })),
    inFlow('nodes.0.data.label', (label) => ({ nodes: [{ ...first, data: { label } }], edges: [] })),
    inFlow('edges.0.id', (id) => ({ nodes: [first, second], edges: [{ ...edge, id }] })),
    inFlow('edges.0.source', (source) => ({ nodes: [first, second], edges: [{ ...edge, source }] })),
    inFlow('edges.0.data.label', (label) => ({ nodes: [first, second], edges: [{ ...edge, data: { label } }] })),
    inFlow('simulation key', (key) => ({ simulation: { [key]: 1 } })),
    inFlow('documentVersion', (documentVersion) => ({ documentVersion })),
    inPath('/api/flows/{id}', (text) => `/api/flows/${text}`, { token }),
    inPath('/api/flows/{id}', (text) => `/api/flows/${text}`, { method: 'DELETE', token }),
    ...['add', 'remove'].map((field) => ({
      name: `/api/tags ${field}.0`,
      put: (text: string) => ['/api/tags', { token, body: { flows: [flowId], [field]: [text] } }] as const,
    })),
    inPath('/api/flows?tag', (text) => `/api/flows?tag=${text}`, { token }),
    inPath('/api/flows/{id}/opened', (text) => `/api/flows/${text}/opened`, { method: 'PUT', token }),
    // With a colon, as a header: the flow does not hold it.
    inFlow('note:', (note) => ({ note })),
    inPath('/api/flows/{id}/versions', (text) => `/api/flows/${text}/versions`, { token }),
    ...['limit', 'cursor'].map((parameter) =>
      inPath(`/api/flows/{id}/versions?${parameter}`, (text) => `/api/flows/${flowId}/versions?${parameter}=${text}`, {
        token,
      }),
    ),
    inPath('/api/flows/{id}/versions/{version}', (text) => `/api/flows/${flowId}/versions/${text}`, { token }),
    inPath('/api/flows/{id}/versions/{version}', (text) => `/api/flows/${text}/versions/1`, { token }),
    ...['name', 'note'].map((field) =>
      inBody(`/api/flows/${flowId}/versions/1`, field, {}, { method: 'PATCH', token }),
    ),
    inPath('/api/flows/{id}/versions/{version}/restore', (text) => `/api/flows/${flowId}/versions/${text}/restore`, {
      method: 'POST',
      token,
      body: { version: 1 },
    }),
    inBody(`/api/flows/${flowId}/versions/1/restore`, 'version', {}, { token }),
    inPath('/api/bin/{id}', (text) => `/api/bin/${text}`, { method: 'DELETE', token }),
    inPath('/api/bin/{id}/restore', (text) => `/api/bin/${text}/restore`, { method: 'POST', token }),
    inPath('/api/flows?whose', (text) => `/api/flows?whose=${text}`, { token }),
    ...['sharing', 'people', 'owner', 'leave', 'links', 'links/x'].map((part) =>
      inPath(`/api/flows/{id}/${part}`, (text) => `/api/flows/${text}/${part}`, { token, ...SHARING_CALLS[part] }),
    ),
    inPath('/api/flows/{id}/links/{link}', (text) => `/api/flows/${flowId}/links/${text}`, { method: 'DELETE', token }),
    inBody(`/api/flows/${flowId}/people`, 'email', { role: 'viewer' }, { method: 'PUT', token }),
    inBody(`/api/flows/${flowId}/people`, 'role', { email: 'one@example.com' }, { method: 'PUT', token }),
    inBody(`/api/flows/${flowId}/people`, 'email', {}, { method: 'DELETE', token }),
    inBody(`/api/flows/${flowId}/owner`, 'email', {}, { method: 'PUT', token }),
    inBody(`/api/flows/${flowId}/links`, 'password', {}, { token }),
    inBody(`/api/flows/${flowId}/links`, 'days', {}, { token }),
    ...['teams', 'team'].map((part) =>
      inPath(`/api/flows/{id}/${part}`, (text) => `/api/flows/${text}/${part}`, { token, ...SHARING_CALLS[part] }),
    ),
    inBody(`/api/flows/${flowId}/teams`, 'team', { role: 'viewer' }, { method: 'PUT', token }),
    inBody(`/api/flows/${flowId}/teams`, 'role', { team: flowId }, { method: 'PUT', token }),
    inBody(`/api/flows/${flowId}/teams`, 'team', {}, { method: 'DELETE', token }),
    inBody(`/api/flows/${flowId}/team`, 'team', {}, { method: 'PUT', token }),
    inBody('/api/teams', 'name', {}, { token }),
    ...Object.entries(TEAM_CALLS).map(([part, call]) =>
      inPath(`/api/teams/{id}${part}`, (text) => `/api/teams/${text}${part}`, { token, ...call }),
    ),
    inBody(`/api/teams/${flowId}/members`, 'email', { role: 'member' }, { method: 'PUT', token }),
    inBody(`/api/teams/${flowId}/members`, 'role', { email: 'one@example.com' }, { method: 'PUT', token }),
    inPath('/api/shared/{token}', (text) => `/api/shared/${text}`),
    inPath('/api/shared/{token}', (text) => `/api/shared/${text}`, { body: { password: PASSWORD } }),
    inBody('/api/shared/x', 'password'),
    inPath('/shared/{token}', (text) => `/shared/${text}`),
    inPath('/shared/{token}/', (text) => `/shared/${text}/`),
    inPath('/api/shared/{token}/state', (text) => `/api/shared/${text}/state`),
    inPath('/api/shared/{token}/role', (text) => `/api/shared/${text}/role`, { method: 'PUT', token, body: {} }),
    inBody('/api/shared/x/role', 'password', {}, { method: 'PUT', token }),
    inBody(`/api/flows/${flowId}/comments`, 'text', {}, { token }),
    ...['id', 'name'].map((field) => ({
      name: `/api/flows/{id}/comments element.${field}`,
      put: (text: string) => {
        const element = { id: 'a', name: 'A', [field]: text }
        return [`/api/flows/${flowId}/comments`, { token, body: { text: 'Why so?', element } }] as const
      },
    })),
    inPath('/api/flows/{id}/comments', (text) => `/api/flows/${text}/comments`, { token }),
    inPath('/api/flows/{id}/comments/{comment}', (text) => `/api/flows/${flowId}/comments/${text}`, {
      method: 'DELETE',
      token,
    }),
    inPath('/api/flows/{id}/comments/{comment}', (text) => `/api/flows/${flowId}/comments/${text}`, {
      method: 'PATCH',
      token,
      body: { text: 'Why so?' },
    }),
    inPath('/api/flows/{id}/comments/{comment}/answers', (text) => `/api/flows/${flowId}/comments/${text}/answers`, {
      token,
      body: { text: 'Why so?' },
    }),
    inPath('/api/flows/{id}/comments/{comment}/resolved', (text) => `/api/flows/${flowId}/comments/${text}/resolved`, {
      method: 'PUT',
      token,
      body: { isResolved: true },
    }),
    inBody(`/api/flows/${flowId}/links`, 'role', {}, { token }),
    inPath('/api/experiments/{id}', (text) => `/api/experiments/${text}`, { token }),
    inPath('/api/experiments/{id}/events', (text) => `/api/experiments/${text}/events`, { token }),
    inPath('/api/experiments/{id}/request', (text) => `/api/experiments/${text}/request`, { token }),
    inPath('/api/experiments/{id}/result', (text) => `/api/experiments/${text}/result`, { token }),
    inPath('/api/experiments/{id}', (text) => `/api/experiments/${text}`, { method: 'DELETE', token }),
    inPath('/api/flows ?query', (text) => `/api/flows?${text}=${text}`, { token }),
    inHeader('idempotency-key', '/api/flows', { token, body: flowBody() }),
    inHeader('authorization', '/api/profile'),
    inHeader('user-agent', '/api/auth/login', { body: { email, password: PASSWORD } }),
    ...[
      'x-forwarded-for',
      'forwarded',
      'cookie',
      'referer',
      'origin',
      'accept',
      'accept-encoding',
      'accept-language',
    ].map((header) => inHeader(header, '/api/profile', { token })),
    inHeader('if-none-match', '/login'),
    inHeader('host', '/api/config'),
    inHeader('content-type', '/api/flows', { token, body: flowBody() }),
  ]
}
