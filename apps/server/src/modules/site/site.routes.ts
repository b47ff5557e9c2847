import { createRoute } from '@hono/zod-openapi'
import { dataResponse, type SiteConfig, siteConfigSchema, statusSchema } from '@plimsoll/contract'
import { ApiError } from '../../errors.ts'
import { json, newRouter } from '../../plugins/router.ts'

/** What the routes need from the server. */
export interface SiteFacts {
  config: SiteConfig
  /** Whether the server accepts requests: false once it is stopping, and while the database does not answer. */
  isReady(): Promise<boolean>
}

export function siteRoutes({ site }: { site: SiteFacts }) {
  const common = { method: 'get' as const, tags: ['Site'] }
  const config = createRoute({
    ...common,
    path: '/config',
    summary: 'What a browser needs to know before anyone logs in',
    responses: { 200: json(dataResponse(siteConfigSchema), 'The configuration') },
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
    .openapi(config, (context) => context.json({ data: site.config }, 200))
    .openapi(health, (context) => context.json({ status: 'ok' as const }, 200))
    .openapi(ready, async (context) => {
      if (!(await site.isReady())) throw new ApiError('api/not-ready')
      return context.json({ status: 'ok' as const }, 200)
    })
}
