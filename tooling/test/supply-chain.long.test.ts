import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { versionFaults } from '../lib/audit.ts'
import { ROOT, run } from '../lib/process.ts'
import { makeSbom } from '../lib/sbom.ts'
import { folderWith } from './folder.ts'

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

interface LockedPackage {
  version: string
  dev?: boolean
  link?: boolean
  integrity?: string
  /** Absent: the registry. */
  resolved?: string
}

const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
const locked: Record<string, LockedPackage> = read('package-lock.json').packages
const MODULES = 'node_modules/'
const PRODUCT = ['apps/server', 'apps/web', 'apps/cli']

describe('the bill of materials', async () => {
  const sbom = await makeSbom()
  const listed = sbom.components.map((component) => component['bom-ref'])
  const packages = listed.filter((ref) => !ref.startsWith('@plimsoll/') && !ref.startsWith('sqlite@'))

  it('[REL-OP4] lists each package of the lock file that is shipped, with its version', () => {
    const shipped = Object.entries(locked)
      .filter(([path, { dev, link }]) => path.includes(MODULES) && !dev && !link)
      .map(([path, { version }]) => `${path.slice(path.lastIndexOf(MODULES) + MODULES.length)}@${version}`)
    expect(shipped.length).toBeGreaterThan(100)
    expect(new Set(packages)).toEqual(new Set(shipped))
    for (const workspace of PRODUCT)
      for (const [name, version] of Object.entries((read(`${workspace}/package.json`) as Manifest).dependencies ?? {}))
        expect(listed).toContain(name.startsWith('@plimsoll/') ? `${name}@0.1.0` : `${name}@${version}`)
  })

  it('[OPS-353] each package in the lock file has a checksum, and none comes from elsewhere than the registry', () => {
    const packages = Object.entries(locked).filter(([path, { link }]) => path.includes(MODULES) && !link)
    const odd = packages.filter(
      ([, { integrity, resolved = '' }]) => !integrity?.startsWith('sha512-') || resolved !== '',
    )
    expect(odd).toEqual([])
  })

  it('[OPS-348] lists nothing that only developers need', () => {
    const manifests: Manifest[] = ['.', ...PRODUCT, 'e2e', 'benchmarks'].map((folder) => read(`${folder}/package.json`))
    const shipped = new Set(manifests.flatMap(({ dependencies = {} }) => Object.keys(dependencies)))
    const ours = manifests.flatMap(({ devDependencies = {} }) => Object.keys(devDependencies))
    // The types of React come with what draws.
    const only = ours.filter(
      (name) => !shipped.has(name) && !name.startsWith('@plimsoll/') && !name.startsWith('@types/react'),
    )
    expect(only).toContain('oidc-provider')
    expect(only.filter((name) => listed.some((ref) => ref.startsWith(`${name}@`)))).toEqual([])
    expect(listed.filter((ref) => /^@plimsoll\/(?:e2e|benchmarks)@/.test(ref))).toEqual([])
  })

  it('[OPS-349] lists SQLite as it runs, as a part of its driver', () => {
    const header = readFileSync(join(ROOT, MODULES, 'better-sqlite3/deps/sqlite3/sqlite3.h'), 'utf8')
    const sqlite = `sqlite@${/^#define SQLITE_VERSION +"([\d.]+)"/m.exec(header)?.[1]}`
    expect(listed).toContain(sqlite)
    const [driver] = sbom.dependencies.filter(({ ref }) => ref.startsWith('better-sqlite3@'))
    expect(driver?.dependsOn).toContain(sqlite)
  })

  it('[REL-OP4] is of one piece: whatever depends on something depends on what is listed', () => {
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'plimsoll' } } })
    const [{ ref: product = '' } = {}] = sbom.dependencies
    const unlisted = sbom.dependencies
      .flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn])
      .filter((ref) => !listed.includes(ref))
    expect(new Set(unlisted)).toEqual(new Set([product]))
  })
})

describe('the audit', () => {
  const ADVISORY = { id: 1, url: 'https://example.com/1', title: 'Reads too much', vulnerable_versions: '*' }

  /** The command against a registry that answers so when it is asked for known faults. */
  async function audit(status: number, answer: unknown) {
    const asked: string[] = []
    const registry = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      request.resume()
      const isAudit = request.url?.endsWith('/advisories/bulk')
      response
        .writeHead(isAudit ? status : 404, { 'content-type': 'application/json' })
        .end(isAudit ? JSON.stringify(answer) : '{}')
    })
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void registry.close())
    const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
    const env = { npm_config_registry: url, npm_config_fetch_retries: '0', npm_config_cache: folderWith({}) }
    return { ...(await run(process.execPath, ['tooling/commands/audit.ts'], { env })), asked }
  }

  it('[OPS-350] passes where nothing serious is known of what is shipped', async () => {
    const known = {
      nodemailer: [{ ...ADVISORY, severity: 'moderate' }],
      vitest: [{ ...ADVISORY, id: 2, severity: 'critical' }],
    }
    expect(await audit(200, known)).toMatchObject({ code: 0, output: expect.stringMatching(/^No package/) })
  })

  it('[OPS-350] fails on a serious fault of a package that is shipped, and says which', async () => {
    const { code, output } = await audit(200, { nodemailer: [{ ...ADVISORY, severity: 'high' }] })
    expect(code).toBe(1)
    expect(output).toMatch(/^nodemailer .*: high\. Reads too much \(https:\/\/example\.com\/1\)$/m)
  })

  it('[OPS-351] fails, and says so, where the registry tells nothing', async () => {
    const { code, output } = await audit(405, {})
    expect(code).toBe(1)
    expect(output).toMatch(/^The registry does not tell which packages have known faults/)
  })

  it('[OPS-350] fails on versions without repairs that the product relies on', () => {
    expect(versionFaults()).toEqual([])
    expect(versionFaults({ packages: { 'node_modules/nodemailer': { version: '7.0.10' } } }, '3.51.2')).toEqual([
      'SQLite 3.51.2 is too old: 3.51.3 or newer is needed.',
      'nodemailer 7.0.10 is too old: 7.0.11 or newer is needed.',
    ])
    expect(versionFaults({ packages: {} })).toEqual([expect.stringMatching(/^nodemailer/)])
  })
})
