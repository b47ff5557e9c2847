import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

const ROOT = join(import.meta.dirname, '..', '..')
const AT = '/sources/'

/** Where the page finds a source file of ours, once `serveSources` was called. */
export const sourceUrl = (path: string): string => `${AT}${path}`

/** Lets the page and its workers load our packages as they stand, file by file, and a module of the test's own. */
export async function serveSources(page: Page, modules: Readonly<Record<string, string>>): Promise<void> {
  await page.context().route(`**${AT}**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(AT.length)
    const source = modules[path] ?? readFileSync(join(ROOT, path), 'utf8')
    const body = stripTypeScriptTypes(source).replaceAll(
      /from '@plimsoll\/(\w+)'/g,
      (_, room) => `from '${sourceUrl(`packages/${room}/src/index.ts`)}'`,
    )
    await route.fulfill({ body, contentType: 'text/javascript' })
  })
}
