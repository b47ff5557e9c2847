import { createRoute, z } from '@hono/zod-openapi'
import { dataResponse, outboxMailSchema } from '@plimsoll/contract'
import { ApiError } from '../../errors.ts'
import { localOnly } from '../../plugins/local-requests.ts'
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

/** The mails that were stored instead of sent; `outbox` is undefined when it must not be shown. */
export function outboxRoutes({ outbox }: { outbox: OutboxActions | undefined }) {
  const common = { method: 'get' as const, tags: ['Outbox'], middleware: localOnly }
  const list = createRoute({
    ...common,
    path: '/outbox',
    summary: 'The mails that were stored instead of sent, newest first; only on a local server without a mail server',
    responses: { 200: json(dataResponse(z.array(outboxMailSchema)), 'The mails') },
  })
  const show = createRoute({
    ...common,
    path: '/outbox/{id}',
    summary: 'A stored mail as a page',
    request: { params: z.object({ id: z.string() }) },
    responses: { 200: { description: 'The mail', content: { 'text/html': { schema: z.string() } } } },
  })

  return newRouter()
    .openapi(list, async (context) => {
      if (!outbox) throw new ApiError('resource/not-found')
      return context.json({ data: await outbox.list() }, 200)
    })
    .openapi(show, async (context) => {
      const page = await outbox?.findHtml(context.req.param('id'))
      if (page === undefined) throw new ApiError('resource/not-found')
      return context.html(page, 200, MAIL_HEADERS)
    })
}
