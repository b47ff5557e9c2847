import type { Env, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import type { Logger } from '../logger.ts'

const PATH = '/api/csp-reports'
const MAX_BODY_BYTES = 16 * 1024
const MAX_PER_MINUTE = 60
const MINUTE_MS = 60_000
const MAX_TEXT_LENGTH = 60

/** The endpoint of `report-to csp` in the policy. */
export const REPORTING_ENDPOINTS = `csp="${PATH}"`

/** The format of the Reporting API, several reports at once. */
const reportList = z.array(
  z.object({
    type: z.literal('csp-violation'),
    body: z.object({ effectiveDirective: z.string(), blockedURL: z.string().nullish() }),
  }),
)

/** The format of browsers without it. */
const singleReport = z.object({
  'csp-report': z.object({ 'effective-directive': z.string(), 'blocked-uri': z.string().nullish() }),
})

const READERS: Readonly<Record<string, (json: unknown) => Violation[]>> = {
  'application/reports+json': (json) =>
    reportList.parse(json).map(({ body }) => ({ directive: body.effectiveDirective, blocked: body.blockedURL })),
  'application/csp-report': (json) => {
    const { 'csp-report': report } = singleReport.parse(json)
    return [{ directive: report['effective-directive'], blocked: report['blocked-uri'] }]
  },
}

interface Violation {
  directive: string
  blocked: string | null | undefined
}

interface ReportOptions {
  logger: Logger
  now: () => number
}

/**
 * Logs reports of violations of the content security policy: the directive and the blocked origin. Anyone can send reports,
 * so all get the same response, nothing is stored, and at most 60 per minute are logged.
 */
export function receiveReports<AppEnv extends Env>(app: Hono<AppEnv>, { logger, now }: ReportOptions): void {
  let minute = 0
  let count = 0
  const mayLog = () => {
    const current = Math.floor(now() / MINUTE_MS)
    if (current !== minute) [minute, count] = [current, 0]
    return count++ < MAX_PER_MINUTE
  }

  const tooLarge = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (context) => context.body(null, 204) })
  app.post(PATH, tooLarge, async (context) => {
    const type = context.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    const read = READERS[type]
    for (const { directive, blocked } of read ? readReports(await context.req.text(), read) : []) {
      if (!mayLog()) break
      const violation = { event: 'csp-violation', directive: cut(directive), blocked: originOf(blocked) }
      logger.warn(violation, 'the content security policy was broken')
    }
    return context.body(null, 204)
  })
}

function readReports(text: string, read: (json: unknown) => Violation[]): Violation[] {
  try {
    return read(JSON.parse(text))
  } catch {
    return []
  }
}

/** An origin, or a word such as `inline` or `data`, without path and query, which may be private. */
function originOf(blocked: string | null | undefined): string | undefined {
  if (!blocked) return undefined
  const url = URL.parse(blocked)
  if (!url) return /^[a-z-]+$/.test(blocked) ? cut(blocked) : undefined
  return cut(url.origin === 'null' ? url.protocol : url.origin)
}

const cut = (text: string) => text.slice(0, MAX_TEXT_LENGTH)
