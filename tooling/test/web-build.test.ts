import { renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { stampOf } from '../lib/web-build.ts'
import { folderWith } from './folder.ts'

it('[OPS-10] takes the web app for changed when a source has another text or name, and not when only its date changed', () => {
  const root = folderWith({
    'package-lock.json': '{}',
    'apps/web/index.html': '<p>',
    'apps/web/dist/index.html': 'built',
    'apps/web/src/main.tsx': 'main',
    'packages/flow/src/index.ts': 'flow',
    'apps/server/src/main.ts': 'server',
  })
  const change = (path: string) => writeFileSync(join(root, path), 'changed')
  let last = stampOf(root)
  const isNew = () => {
    const before = last
    last = stampOf(root)
    return last !== before
  }
  utimesSync(join(root, 'apps/web/src/main.tsx'), 0, 0)
  change('apps/server/src/main.ts')
  change('apps/web/dist/index.html')
  expect(isNew()).toBe(false)
  for (const path of [
    'apps/web/src/main.tsx',
    'packages/flow/src/index.ts',
    'apps/web/index.html',
    'package-lock.json',
  ]) {
    change(path)
    expect(isNew(), path).toBe(true)
  }
  renameSync(join(root, 'apps/web/src/main.tsx'), join(root, 'apps/web/src/other.tsx'))
  expect(isNew()).toBe(true)
})
