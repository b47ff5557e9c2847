import { REPORTING_ENDPOINTS } from './plugins/csp-reports.ts'

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  'report-to csp',
].join('; ')

interface HeaderOptions {
  isHttps: boolean
  /** Whether all hosts below this one are https-only, too, which is not for this server to know. */
  withSubdomains?: boolean
}

/** The headers of every response, errors included. HSTS only with https. */
export function securityHeaders({ isHttps, withSubdomains = false }: HeaderOptions): Record<string, string> {
  return {
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'reporting-endpoints': REPORTING_ENDPOINTS,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps && { 'strict-transport-security': `max-age=31536000${withSubdomains ? '; includeSubDomains' : ''}` }),
  }
}
