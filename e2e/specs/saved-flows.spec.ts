import { expect, test } from '../fixtures/test.ts'

test('a saved flow is in the library, and stays there', async ({ signedIn, api }) => {
  const flow = await api.createFlow({ name: 'Harbour office' })
  await signedIn.goto('/flow-library')
  await expect(signedIn.getByRole('article', { name: 'Harbour office' })).toBeVisible()
  await signedIn.reload()
  await expect(signedIn.getByRole('article', { name: 'Harbour office' })).toBeVisible()
  expect(await api.flow(flow.id)).toEqual(flow)
})
