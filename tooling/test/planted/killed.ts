import { expect, it } from 'vitest'

it('has its process killed', async () => {
  expect(1).toBe(1)
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => {})
})
