import { createRoute, z } from '@hono/zod-openapi'
import { dataAnswer, outboxMailSchema } from '@plimsoll/contract'
import { ApiError } from '../../errors.ts'
import { ownMachineOnly } from '../../plugins/own-machine.ts'
import { json, newRouter } from '../../plugins/router.ts'
import type { OutboxActions } from './outbox.actions.ts'

/**
 * A mail's own styles stand in it. It is set apart from the product's pages, where its links lead; a policy for openers
 * does not go together with that.
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

/** The mails that were kept instead of sent; undefined where there is no such thing to be seen. */
export function outboxRoutes({ outbox }: { outbox: OutboxActions | undefined }) {
  const common = { method: 'get' as const, tags: ['Outbox'], middleware: ownMachineOnly }
  const list = createRoute({
    ...common,
    path: '/outbox',
    summary: 'The mails that were kept instead of sent, newest first; on a local server without a mail server only',
    responses: { 200: json(dataAnswer(z.array(outboxMailSchema)), 'The mails') },
  })
  const show = createRoute({
    ...common,
    path: '/outbox/{id}',
    summary: 'A kept mail as a page',
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
