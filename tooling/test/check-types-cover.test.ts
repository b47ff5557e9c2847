import { expect, it } from 'vitest'
import { findUncheckedFiles } from '../check-types-cover.ts'
import { compile } from '../lib/compile.ts'
import { folderWith } from './folder.ts'

it('[OPS-25] reports a file that no project of the compiler holds, beside what is wrong in those that one does', async () => {
  const root = folderWith({
    'packages/flow/tsconfig.json': '{ "include": ["src"] }',
    'packages/flow/src/index.ts': 'export const a: string = 1',
    'packages/flow/test/flow.test.ts': 'export const b = 1',
  })
  const { faults, files } = await compile('packages/flow/tsconfig.json', root)
  expect(faults).toMatch(/^packages\/flow\/src\/index\.ts.*TS2322/)
  expect(findUncheckedFiles(files, root)).toBe('packages/flow/test/flow.test.ts: in no project of the compiler')
})
