import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultOfSqlite, sqliteVersion } from '../../apps/server/src/database/sqlite-version.ts'
import { npmJson } from './npm-json.ts'
import { ROOT } from './process.ts'

/** Versions with repairs that the product relies on, whatever the registry knows of earlier ones. */
const OLDEST: Readonly<Record<string, string>> = {
  // Reads addresses as other mail programs do.
  nodemailer: '7.0.11',
}
const LEVEL = 'high'
const SERIOUS = ['high', 'critical']

/** What `npm audit` answers; without `vulnerabilities` the registry did not tell. */
interface AuditAnswer {
  message?: string
  vulnerabilities?: Record<
    string,
    { severity: string; range: string; via: (string | { title: string; url: string })[] }
  >
}

/** What is wrong with the packages that are shipped; empty when the registry knows nothing serious and no version is too old. */
export async function auditFaults(): Promise<string[]> {
  return [
    ...versionFaults(),
    ...registryFaults(await npmJson<AuditAnswer>('audit', '--omit=dev', `--audit-level=${LEVEL}`, '--json')),
  ]
}

/** The versions in the lock file, and that of SQLite as it runs, against the oldest that will do. */
export function versionFaults(lock = readLock(), sqlite = sqliteVersion()): string[] {
  const old = Object.entries(OLDEST).flatMap(([name, oldest]) => {
    const version = lock.packages[`node_modules/${name}`]?.version ?? '0'
    return isOlder(version, oldest) ? [`${name} ${version} is too old: ${oldest} or newer is needed.`] : []
  })
  return [faultOfSqlite(sqlite) ?? [], old].flat()
}

function registryFaults({ vulnerabilities, message = '' }: AuditAnswer): string[] {
  if (!vulnerabilities)
    return [`The registry does not tell which packages have known faults, so none was looked for. ${message}`.trim()]
  return Object.entries(vulnerabilities)
    .filter(([, { severity }]) => SERIOUS.includes(severity))
    .map(([name, { severity, range, via }]) => {
      const reasons = via.map((one) => (typeof one === 'string' ? `by ${one}` : `${one.title} (${one.url})`))
      return `${name} ${range}: ${severity}. ${reasons.join(', ')}`
    })
}

function readLock(): { packages: Record<string, { version?: string }> } {
  return JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
}

const isOlder = (version: string, oldest: string) => version.localeCompare(oldest, 'en', { numeric: true }) < 0
