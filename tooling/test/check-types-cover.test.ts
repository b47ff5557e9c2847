import { expect, it } from 'vitest'
import { findUncheckedFiles } from '../check-types-cover.ts'
import { folderWith } from './folder.ts'

it('[OPS-25] reports a file that no project of the compiler holds', async () => {
  const root = folderWith({
    'packages/flow/tsconfig.json': '{ "include": ["src"] }',
    'packages/flow/src/index.ts': 'export const a = 1',
    'packages/flow/test/flow.test.ts': 'export const b = 1',
  })
  expect(await findUncheckedFiles(['packages/flow/tsconfig.json'], root)).toBe(
    'packages/flow/test/flow.test.ts: in no project of the compiler',
  )
})
