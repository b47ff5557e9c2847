import { createRoute } from '@hono/zod-openapi'
import { dataAnswer, type SiteConfig, siteConfigSchema, statusSchema } from '@plimsoll/contract'
import { ApiError } from '../../errors.ts'
import { isOwnMachine } from '../../plugins/own-machine.ts'
import { json, newRouter } from '../../plugins/router.ts'

/** What these routes need to know. */
export interface SiteFacts {
  config: SiteConfig
  /** Whether the server takes requests: false from the moment it is told to stop, or when its database is gone. */
  isReady(): Promise<boolean>
}

export function siteRoutes({ site }: { site: SiteFacts }) {
  const common = { method: 'get' as const, tags: ['Site'] }
  const config = createRoute({
    ...common,
    path: '/config',
    summary: 'What a browser needs to know before anyone logs in',
    responses: { 200: json(dataAnswer(siteConfigSchema), 'The configuration') },
  })
  const health = createRoute({
    ...common,
    path: '/health',
    summary: 'Whether the process answers',
    responses: { 200: json(statusSchema, 'It does') },
  })
  const ready = createRoute({
    ...common,
    path: '/ready',
    summary: 'Whether the server takes requests',
    responses: { 200: json(statusSchema, 'It does') },
  })

  return newRouter()
    .openapi(config, (context) => {
      const outbox = isOwnMachine(context) ? site.config.outbox : null
      return context.json({ data: { ...site.config, outbox } }, 200)
    })
    .openapi(health, (context) => context.json({ status: 'ok' as const }, 200))
    .openapi(ready, async (context) => {
      if (!(await site.isReady())) throw new ApiError('api/not-ready')
      return context.json({ status: 'ok' as const }, 200)
    })
}
