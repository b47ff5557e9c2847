import { createRoute, z } from '@hono/zod-openapi'
import { dataResponse, outboxMailSchema } from '@plimsoll/contract'
import { ApiError } from '../../errors.ts'
import { json, newRouter } from '../../plugins/router.ts'
import type { OutboxActions } from './outbox.actions.ts'

/**
 * A mail has inline styles, which the policy of the product's pages forbids. The sandbox isolates it, and excludes a policy
 * for openers. See docs/decisions/0066.
 */
const MAIL_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; '),
  'cross-origin-opener-policy': 'unsafe-none',
}

const SECRET = 'outbox-secret'

/** The mails that were stored instead of sent; `outbox` is undefined when it must not be shown. */
export function outboxRoutes({ outbox }: { outbox: OutboxActions | undefined }) {
  const common = { method: 'get' as const, tags: ['Outbox'] }
  const list = createRoute({
    ...common,
    path: '/outbox',
    summary: 'The mails that were stored instead of sent, newest first, to whoever has the secret of the start',
    request: { headers: z.object({ [SECRET]: z.string().optional() }) },
    responses: { 200: json(dataResponse(z.array(outboxMailSchema)), 'The mails') },
  })
  const show = createRoute({
    ...common,
    path: '/outbox/{id}',
    summary: 'A stored mail as a page',
    request: { params: z.object({ id: z.string() }), query: z.object({ key: z.string().optional() }) },
    responses: { 200: { description: 'The mail', content: { 'text/html': { schema: z.string() } } } },
  })

  return newRouter()
    .openapi(list, async (context) => {
      if (!outbox) throw new ApiError('resource/not-found')
      if (!outbox.access.isOpenTo(context.req.header(SECRET) ?? '')) throw new ApiError('auth/outbox-secret')
      const mails = await outbox.list()
      const data = mails.map((mail) => ({
        ...mail,
        page: `/api/outbox/${mail.id}?key=${outbox.access.keyOf(mail.id)}`,
      }))
      return context.json({ data }, 200)
    })
    .openapi(show, async (context) => {
      const [id, key = ''] = [context.req.param('id'), context.req.query('key')]
      const page = outbox?.access.isKeyOf(id, key) ? await outbox.findHtml(id) : undefined
      if (page === undefined) throw new ApiError('resource/not-found')
      return context.html(page, 200, MAIL_HEADERS)
    })
}
