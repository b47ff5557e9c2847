import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TEMPLATES } from '@plimsoll/catalog'
import { instantiateTemplate } from '@plimsoll/flow'
import { expect, test } from '../fixtures/test.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'
import { simulateInTerminal } from '../pages/terminal.ts'

const decimals = (value: number, places: number) =>
  value.toLocaleString('en-US', { minimumFractionDigits: places, maximumFractionDigits: places })
const short = (value = Number.NaN) => decimals(value, value < 1000 ? 1 : 0)

test('[RUN-365] [RUN-690] after ten simulated minutes the panel shows the figures of the terminal, without scrolling', async ({
  signedIn: page,
  api,
}) => {
  test.setTimeout(180_000)
  const [template] = TEMPLATES
  if (!template) throw new Error('no template')
  let count = 0
  const flow = instantiateTemplate(template, { origin: { x: 0, y: 0 }, makeId: () => `part-${count++}` })
  const folder = await mkdtemp(join(tmpdir(), 'plimsoll-terminal-'))
  const file = join(folder, 'flow.json')
  await writeFile(file, JSON.stringify({ name: 'Ten minutes', ...flow }))
  const words = ['--duration', '600s', '--warmup', '0%', '--replications', '1', '--seed', '1']
  const report = await simulateInTerminal(file, ...words)
  await rm(folder, { recursive: true })

  const panel = new SimulationPanel(page)
  await api.createFlow({ name: 'Ten minutes', ...flow })
  await page.goto('/flow-library')
  await page.getByRole('article', { name: 'Ten minutes' }).getByRole('button', { name: 'Load' }).click()
  await panel.toEnd.click()
  await expect(panel.status).toHaveText('Paused', { timeout: 120_000 })
  const { figures, clients, series } = report
  const sum = (of: 'completed' | 'failed') => clients.reduce((total, client) => total + client[of], 0)
  const { mean, p50, p95, p99 } = figures.response
  const sinceStart = {
    Offered: `${short(figures.offered?.mean)} rps`,
    Completed: `${short(figures.goodput?.mean)} rps`,
    Success: `${decimals(figures.successRate?.mean ?? Number.NaN, 2)} %`,
    Errors: `${decimals(figures.errorRate?.mean ?? Number.NaN, 2)} %`,
    Mean: `${short(mean?.mean)} ms`,
    p50: `${short(p50?.mean)} ms`,
    p95: `${short(p95?.mean)} ms`,
    p99: `${short(p99?.mean)} ms`,
  }
  for (const [name, text] of Object.entries(sinceStart)) {
    await expect(panel.windowFigure(name, 'start'), name).toHaveText(text)
  }
  for (const name of ['p99', 'Failed requests', 'Error rate'])
    await expect(panel.figure(name).last(), name).toBeInViewport({ ratio: 1 })
  expect(await panel.figures()).toMatchObject({
    'Elapsed time': '10 min00.0 s',
    'Requests per second': `${short(series.goodput.at(-1))} rps`,
    'Average response time': `${short(mean?.mean)} ms`,
    'Active requests': decimals(figures.inFlightAtEnd?.mean ?? Number.NaN, 0),
    'Completed requests': decimals(sum('completed'), 0),
    'Failed requests': decimals(sum('failed'), 0),
    'Success rate': sinceStart.Success,
    'Error rate': sinceStart.Errors,
  })
})
