import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { TICKS } from '../pages/flows.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'
import { httpEdge } from '../pages/systems.ts'

test('[RUN-400] [RUN-401] [RUN-711] names what no client reaches, and the connection for want of which requests fail', async ({
  signedIn,
  api,
}) => {
  const node = (id: string, type: string, label: string, column: number) => ({
    id,
    type,
    position: { x: column * 300, y: 0 },
    data: { label },
  })
  const flow = await api.createFlow({
    name: 'Shop with an archive',
    ...TICKS,
    nodes: [
      node('c', 'Client', 'Visitors', 0),
      node('s', 'Server', 'Orders', 1),
      node('d', 'Database', 'Ledger', 2),
      node('a', 'Database', 'Archive', 3),
    ],
    edges: [httpEdge('c', 's'), httpEdge('s', 'd')],
  })
  const panel = new SimulationPanel(signedIn)
  const editor = await EditorPage.openFlow(signedIn, flow)
  await panel.command('Start').click()
  const unreached = panel.section('Diagnosis').getByRole('button', { name: 'no client reaches it' })
  await panel.waitForMore('Elapsed time', 1)
  await expect(unreached).toHaveText(['Archive gets no requests: no client reaches it.'])
  await unreached.click()
  await expect(signedIn.getByRole('region', { name: 'Properties' })).toContainText('Archive')

  await editor.canvas.getByRole('group', { name: 'Database: Ledger' }).click()
  await signedIn.keyboard.press('Delete')
  await expect(panel.section('Error analysis')).toContainText('Missing connections')
  await expect(panel.section('Error analysis').getByRole('button', { name: 'Orders → Deleted' })).toBeVisible()
})
