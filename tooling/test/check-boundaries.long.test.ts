import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findBoundaryFaults } from '../check-boundaries.ts'
import { folderWith } from './folder.ts'

const WORKSPACES = [
  'packages/catalog',
  'packages/flow',
  'packages/simulation',
  'packages/live-engine',
  'packages/event-engine',
  'packages/experiments',
  'packages/contract',
  'apps/server',
  'apps/web',
]

/** Every workspace with an entry that imports nothing, and the registry packages that the cases need. */
const EMPTY_HOUSE = {
  ...Object.fromEntries(
    WORKSPACES.flatMap((workspace) => [
      [
        `${workspace}/package.json`,
        JSON.stringify({ name: nameOf(workspace), exports: { '.': './src/index.ts', './api': './src/api.ts' } }),
      ],
      [`${workspace}/src/index.ts`, 'export const here = 1'],
      [`${workspace}/src/inner.ts`, 'export const inner = 1'],
    ]),
  ),
  'apps/server/src/api.ts': 'export type Api = string\nexport const api = 1',
  'node_modules/zod/index.js': 'export const z = 1',
  'node_modules/react/index.js': 'export const React = 1',
  'node_modules/kysely/index.js': 'export const Kysely = 1',
  'apps/web/src/shared/button.ts': 'export const button = 1',
  'apps/web/src/stores/session.ts': 'export const session = 1',
  'apps/web/src/features/library/list.ts': 'export const list = 1',
  'apps/web/src/app/router.ts': 'export const router = 1',
}

const EDITOR = 'apps/web/src/features/editor'
const LAYERS = {
  [`${EDITOR}/core/low.ts`]: 'export const low = 1',
  [`${EDITOR}/tools/tool.ts`]: 'export const tool = 1',
  [`${EDITOR}/painters/paint.ts`]: 'export const paint = 1',
  [`${EDITOR}/panels/find/find.ts`]: 'export const find = 1',
  [`${EDITOR}/page.ts`]: 'export const page = 1',
}

const SERVER_LAYERS = {
  'node_modules/hono/index.js': 'export const Hono = 1',
  'apps/server/src/database/database.ts': 'export type Queries = string',
  'apps/server/src/plugins/plugin.ts': 'export const plugin = 1',
  'apps/server/src/modules/flows/flows.routes.ts': 'export type Actions = string',
  'apps/server/src/modules/flows/flows.repository.ts': 'export const find = 1',
  'apps/server/src/modules/flows/rule.ts': 'export const rule = 1',
}

function nameOf(workspace: string) {
  return `@plimsoll/${workspace.split('/')[1]}`
}

async function faultsWith(files: Record<string, string>) {
  const links = Object.fromEntries(WORKSPACES.map((workspace) => [`node_modules/${nameOf(workspace)}`, workspace]))
  const root = folderWith({ ...EMPTY_HOUSE, ...files }, links)
  return findBoundaryFaults(globSync('{packages,apps}/*/{src,test}/**/*.ts', { cwd: root }).sort(), root)
}

describe('allowed imports', () => {
  it.each([
    ['packages/flow/src/a.ts', `import { here } from '@plimsoll/catalog'`],
    ['packages/live-engine/src/a.ts', `import type { here } from '@plimsoll/flow'`],
    ['packages/experiments/src/a.ts', `import { here } from '@plimsoll/event-engine'`],
    ['packages/contract/src/a.ts', `import { z } from 'zod'`],
    ['packages/contract/src/a.ts', `import { here } from '@plimsoll/flow'`],
    ['apps/server/src/a.ts', `import { here } from '@plimsoll/contract'\nimport fs from 'node:fs'`],
    ['apps/web/src/a.ts', `import { here } from '@plimsoll/simulation'\nimport { React } from 'react'`],
    ['apps/web/src/a.ts', `import type { Api } from '@plimsoll/server/api'`],
    ['apps/web/src/features/editor/a.ts', `import { button } from '../../shared/button.ts'`],
    ['apps/web/src/features/editor/a.ts', `import { session } from '../../stores/session.ts'`],
    ['apps/web/src/app/a.ts', `import { list } from '../features/library/list.ts'`],
    ['packages/flow/test/a.ts', `import { inner } from '../src/inner.ts'\nimport { here } from '@plimsoll/catalog'`],
  ])('[OPS-17] lets %s contain %s', async (path, source) => {
    expect(await faultsWith({ [path]: source })).toBe('')
  })

  it.each([
    ['packages/catalog/src/a.ts', `import { here } from '@plimsoll/flow'`],
    ['packages/catalog/src/a.ts', `import type { z } from 'zod'`],
    ['packages/flow/src/a.ts', `import { z } from 'zod'`],
    ['packages/flow/src/a.ts', `import { readFileSync } from 'node:fs'`],
    ['packages/flow/src/a.ts', `import { readFileSync } from 'fs'`],
    ['packages/flow/src/a.ts', `import { here } from '@plimsoll/simulation'`],
    ['packages/event-engine/src/a.ts', `export { here } from '@plimsoll/contract'`],
    ['packages/event-engine/src/a.ts', `import { here } from '@plimsoll/live-engine'`],
    ['packages/live-engine/src/a.ts', `import type { here } from '@plimsoll/event-engine'`],
    ['packages/experiments/src/a.ts', `import { Worker } from 'node:worker_threads'`],
    ['packages/event-engine/src/a.ts', `import { here } from '@plimsoll/experiments'`],
    ['packages/contract/src/a.ts', `import { React } from 'react'`],
    ['packages/contract/src/a.ts', `import type { Api } from '@plimsoll/server/api'`],
    ['apps/server/src/a.ts', `import { here } from '@plimsoll/simulation'`],
    ['apps/server/src/a.ts', `import { React } from 'react'`],
    ['apps/server/src/a.ts', `const late = await import('@plimsoll/web')`],
    ['apps/web/src/a.ts', `import { api } from '@plimsoll/server/api'`],
    ['apps/web/src/a.ts', `import { Kysely } from 'kysely'`],
    ['apps/web/src/a.ts', `import type { inner } from '../../server/src/inner.ts'`],
  ])('[OPS-17] [OPS-312] refuses that %s contains %s', async (path, source) => {
    expect(await faultsWith({ [path]: source })).toContain(`${path} → `)
  })

  it('[OPS-18] refuses to enter a workspace other than by its entry', async () => {
    const faults = await faultsWith({ 'packages/flow/src/a.ts': `import { inner } from '../../catalog/src/inner.ts'` })
    expect(faults).toBe(
      'packages/flow/src/a.ts → packages/catalog/src/inner.ts: packages/flow imports only what is allowed, by the entry',
    )
  })

  it('[OPS-18] [OPS-314] refuses it to a test as well, and refuses to product code what is for tests', async () => {
    const test = await faultsWith({ 'packages/flow/test/a.ts': `import { inner } from '../../catalog/src/inner.ts'` })
    expect(test).toContain('packages/flow/test/a.ts → packages/catalog/src/inner.ts')
    const product = await faultsWith({ 'apps/server/test/a.ts': '', 'apps/server/src/a.ts': `import '../test/a.ts'` })
    expect(product).toContain('apps/server/src/a.ts → apps/server/test/a.ts')
  })

  it.each([
    ['apps/web/src/shared/a.ts', `import { list } from '../features/library/list.ts'`],
    ['apps/web/src/stores/a.ts', `import { list } from '../features/library/list.ts'`],
    ['apps/web/src/features/editor/a.ts', `import { list } from '../library/list.ts'`],
    ['apps/web/src/features/editor/a.ts', `import type { router } from '../../app/router.ts'`],
  ])('[OPS-19] [OPS-315] refuses that %s contains %s', async (path, source) => {
    expect(await faultsWith({ [path]: source })).toMatch(new RegExp(`^${path} → .*: web: `))
  })

  it.each([
    ['apps/server/src/modules/flows/flows.routes.ts', `import { find } from './flows.repository.ts'`],
    ['apps/server/src/plugins/a.ts', `import type { Queries } from '../database/database.ts'`],
    ['apps/server/src/modules/flows/flows.service.ts', `import type { Actions } from './flows.routes.ts'`],
    ['apps/server/src/modules/flows/rules.ts', `import { plugin } from '../../plugins/plugin.ts'`],
    ['apps/server/src/mail/worker.ts', `import { Hono } from 'hono'`],
    ['apps/server/src/modules/flows/users.repository.ts', `import { rule } from './rule.ts'`],
    ['apps/server/src/database/a.ts', `import { rule } from '../modules/flows/rule.ts'`],
    ['apps/server/src/modules/flows/flows.service.ts', `import { sql } from 'kysely'`],
  ])('[API-102] [API-508] refuses that %s contains %s', async (path, source) => {
    expect(await faultsWith({ ...SERVER_LAYERS, [path]: source })).toMatch(new RegExp(`^${path} → .*: server: `))
  })

  it('[API-102] lets routes import services, and services repositories', async () => {
    const files = {
      ...SERVER_LAYERS,
      'apps/server/src/modules/flows/a.routes.ts': `import { show } from './a.service.ts'\nimport { plugin } from '../../plugins/plugin.ts'\nimport { Hono } from 'hono'`,
      'apps/server/src/modules/flows/a.service.ts': `import { find } from './flows.repository.ts'\nimport type { Queries } from '../../database/database.ts'\nexport const show = 1`,
      'apps/server/src/modules/flows/a.repository.ts': `import { find } from './flows.repository.ts'\nimport { Kysely } from 'kysely'\nimport type { Queries } from '../../database/database.ts'`,
    }
    expect(await faultsWith(files)).toBe('')
  })

  it('[OPS-20] refuses a cycle, of types too', async () => {
    const cycle = {
      'packages/flow/src/a.ts': `import { b } from './b.ts'\nexport type A = 1\nb`,
      'packages/flow/src/b.ts': `import type { A } from './a.ts'\nexport const b: A = 1`,
    }
    expect(await faultsWith(cycle)).toContain('no cycle')
  })

  it.each([
    ['tools/a.ts', `import { low } from '../core/low.ts'`],
    ['panels/find/a.ts', `import { tool } from '../../tools/tool.ts'`],
    ['canvas/a.ts', `import { paint } from '../painters/paint.ts'`],
    ['page.ts', `import { find } from './panels/find/find.ts'\nimport { paint } from './painters/paint.ts'`],
  ])('[OPS-61] lets %s of the editor contain %s', async (path, source) => {
    expect(await faultsWith({ ...LAYERS, [`${EDITOR}/${path}`]: source })).toBe('')
  })

  it.each([
    ['core/a.ts', `import { tool } from '../tools/tool.ts'`],
    ['core/a.ts', `import type { React } from 'react'`],
    ['core/a.ts', `import { session } from '../../../stores/session.ts'`],
    ['scene/a.ts', `import { session } from '../../../stores/session.ts'`],
    ['tools/a.ts', `const late = await import('../painters/paint.ts')`],
    ['painters/a.ts', `import { tool } from '../tools/tool.ts'`],
    ['panels/find/a.ts', `import { paint } from '../../painters/paint.ts'`],
    ['panels/menu/a.ts', `import { find } from '../find/find.ts'`],
    ['canvas/a.ts', `import { find } from '../panels/find/find.ts'`],
    ['core/a.ts', `import { page } from '../page.ts'`],
    ['somewhere/a.ts', `import { low } from '../core/low.ts'`],
  ])('[OPS-61] [OPS-316] [OPS-317] [OPS-318] refuses that %s of the editor contains %s', async (path, source) => {
    const faults = await faultsWith({ ...LAYERS, [`${EDITOR}/${path}`]: source })
    expect(faults).toMatch(new RegExp(`^${EDITOR}/${path} → `))
  })

  it('[OPS-62] refuses a cycle of folders of the web app where no files import each other', async () => {
    const faults = await faultsWith({
      'apps/web/src/shared/a.ts': `import { b } from '../stores/b.ts'\nexport const a = b`,
      'apps/web/src/stores/b.ts': 'export const b = 1',
      'apps/web/src/stores/c.ts': `import type { d } from '../shared/theme/d.ts'\nexport type C = typeof d`,
      'apps/web/src/shared/theme/d.ts': `import { e } from '../e.ts'\nexport const d = e`,
      'apps/web/src/shared/e.ts': 'export const e = 1',
    })
    expect(faults).toMatch(
      /^apps\/web\/src\/shared\/a\.ts → apps\/web\/src\/stores, .*: no cycle of folders, of 11 modules in apps\/web\/src\/$/,
    )
  })

  it('[OPS-313] refuses a workspace for which no allowed imports are listed', async () => {
    expect(await faultsWith({ 'packages/cargo/src/index.ts': '' })).toBe(
      'packages/cargo/src/index.ts: no allowed imports are listed for its workspace',
    )
  })

  it('[OPS-21] refuses an import that leads nowhere and a file that the graph does not hold', async () => {
    expect(await faultsWith({ 'packages/flow/src/a.ts': `import './gone.ts'` })).toContain('every import resolves')
    const root = folderWith({ 'packages/flow/src/a.ts': '' })
    expect(
      await findBoundaryFaults(['packages/flow/src/a.ts', 'packages/flow/src/b.ts'], root).catch(String),
    ).toContain('b.ts')
    expect(await findBoundaryFaults([], root)).toBe('No source file was given.')
  })
})
