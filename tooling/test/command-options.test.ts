import { expect, it } from 'vitest'
import { run } from '../lib/process.ts'

const verify = (...words: string[]) => run('node', ['tooling/commands/verify-random.ts', ...words])

it('[OPS-357] a command of proofs tells its options, and runs nothing', async () => {
  const { code, output } = await verify('--help')
  expect([code, output]).toEqual([0, 'Usage: npm run verify:random -- [--rounds …] [--seed …]\n'])
})

it('[OPS-358] an option that a command of proofs does not have is refused', async () => {
  const { code, output } = await verify('--moon')
  expect(code).toBe(2)
  expect(output).toMatch(/^Unknown option '--moon'.*\nUsage: npm run verify:random /)
})
