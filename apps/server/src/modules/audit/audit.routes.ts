import { createRoute, z } from '@hono/zod-openapi'
import { auditFilterSchema, auditPageSchema, auditQuerySchema, dataResponse } from '@plimsoll/contract'
import { type Authenticate, json, newRouter, type UserEnv } from '../../plugins/router.ts'
import type { AuditActions } from './audit.actions.ts'

interface AuditRoutes {
  audit: AuditActions
  administratorsOnly: Authenticate
}

export function auditRoutes({ audit, administratorsOnly }: AuditRoutes) {
  const common = { method: 'get' as const, tags: ['Administration'], security: [{ bearer: [] }] }
  const list = createRoute({
    ...common,
    path: '/admin/audit',
    summary: 'Who did what, newest first',
    middleware: [administratorsOnly] as const,
    request: { query: auditQuerySchema },
    responses: { 200: json(dataResponse(auditPageSchema), 'A page of entries') },
  })
  const csv = createRoute({
    ...common,
    path: '/admin/audit.csv',
    summary: 'The same as a file for spreadsheets',
    middleware: [administratorsOnly] as const,
    request: { query: auditFilterSchema },
    responses: { 200: { description: 'The entries', content: { 'text/csv': { schema: z.string() } } } },
  })

  return newRouter<UserEnv>()
    .openapi(list, async (context) => context.json({ data: await audit.list(context.req.valid('query')) }, 200))
    .openapi(csv, async (context) =>
      context.body(await audit.toCsv(context.get('user'), context.req.valid('query')), 200, CSV_HEADERS),
    )
}

const CSV_HEADERS = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="plimsoll-audit.csv"',
}
