import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT, run } from '../lib/process.ts'
import { folderWith } from './folder.ts'

async function lint(path: string, source: string): Promise<string> {
  const root = folderWith({ [path]: source })
  copyFileSync(join(ROOT, 'biome.json'), join(root, 'biome.json'))
  const biome = join(ROOT, 'node_modules', '.bin', 'biome')
  return (await run(biome, ['lint', '--vcs-enabled=false', '--max-diagnostics=20'], { cwd: root })).output
}

it.each([
  ['Math.random()', 'noJsRestrictedProperties'],
  ["Math['random']()", 'noJsRestrictedProperties'],
  ['Date.now()', 'noRestrictedGlobals'],
  ['new Date()', 'noRestrictedGlobals'],
  ['globalThis.Math.random()', 'noRestrictedGlobals'],
])('[OPS-22] refuses %s in a pure package and nowhere else', async (expression, rule) => {
  const source = `export const read = () => ${expression}\n`
  expect(await lint('packages/simulation/src/a.ts', source)).toContain(rule)
  expect(await lint('apps/server/src/a.ts', source)).not.toContain(rule)
})

it.each(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom'])(
  '[API-508] refuses %s in the server outside repositories and the database',
  async (method) => {
    const source = `export const find = (queries) => queries.${method}('flows')\n`
    expect(await lint('apps/server/src/modules/flows/flows.service.ts', source)).toContain('noJsRestrictedProperties')
    expect(await lint('apps/server/src/modules/flows/flows.repository.ts', source)).not.toContain(
      'noJsRestrictedProperties',
    )
  },
)
