import { expect, it } from 'vitest'
import { findCatalogNames } from '../check-catalog-names.ts'
import { folderWith } from './folder.ts'

const faultsOf = (path: string, source: string) => findCatalogNames(folderWith({ [path]: source }))

it('[OPS-26] refuses the name of a property in shared code', () => {
  const source = 'export const cores = (node) =>\n  node.data.cpuCores'
  for (const path of [
    'apps/web/src/a.tsx',
    'apps/server/src/a.ts',
    'packages/flow/src/a.ts',
    'packages/contract/src/a.ts',
  ])
    expect(faultsOf(path, source)).toBe(`${path}:2 names the property cpuCores`)
})

it('[OPS-26] lets the catalog, the engines, tests and comments name it', () => {
  for (const path of ['packages/catalog/src/a.ts', 'packages/live-engine/src/a.ts', 'apps/web/test/a.ts'])
    expect(faultsOf(path, 'node.data.cpuCores')).toBe('')
  expect(faultsOf('apps/web/src/a.ts', '/** Such as `cpuCores`. */')).toBe('')
})

it.each([
  `if (node.type === 'LoadBalancer') grow()`,
  `switch (type) { case 'LoadBalancer': grow() }`,
  'if (type !== "LoadBalancer") grow()',
])('[OPS-26] refuses that shared code branches on a kind: %s', (source) => {
  expect(faultsOf('apps/web/src/a.ts', source)).toBe('apps/web/src/a.ts:1 branches on the kind LoadBalancer')
})

it('[OPS-26] lets a table hold what differs by kind', () => {
  expect(faultsOf('apps/web/src/a.ts', 'const icons = { LoadBalancer: Split }')).toBe('')
})
