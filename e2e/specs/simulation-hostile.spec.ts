import type { Page } from '@playwright/test'
import { pick, pinnedRandom } from '../../apps/server/test/support/attack.ts'
import { isFullSize, promised, sized } from '../../tooling/lib/test-size.ts'
import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { ExchangePage } from '../pages/exchange.page.ts'
import { TICKS } from '../pages/flows.ts'
import { HOSTILE_FLOWS } from '../pages/hostile-flows.ts'
import { watchTasks } from '../pages/page-memory.ts'
import { SimulationPanel } from '../pages/simulation.page.ts'
import { largeSystem, openSystem } from '../pages/systems.ts'

/** What people feel as at once. In ms. */
const AT_ONCE = promised(200)

/** Beside other tests every tenth one, so some that are refused and some that run. */
const FLOWS = Object.entries(HOSTILE_FLOWS).filter((_, index) => isFullSize || index % 10 === 0)

test('[REL-SI1] [REL-SI10] forty hostile flows are refused with the reason, or run', async ({ signedIn }, testInfo) => {
  test.setTimeout(sized({ small: 240_000, full: 900_000 }))
  const editor = await EditorPage.open(signedIn)
  const exchange = new ExchangePage(signedIn)
  const panel = new SimulationPanel(signedIn)
  await panel.speed('20×').check()
  const seconds = sized({ small: 1, full: 60 })
  const times: number[] = []
  let refused = 0
  let slowest = ''
  expect(Object.keys(HOSTILE_FLOWS)).toHaveLength(40)

  for (const [name, text] of FLOWS)
    await test.step(name, async () => {
      await exchange.import(`${name}.json`, text)
      const outcome = editor.toast(`“${name}.json”`)
      await expect(outcome).toBeVisible()
      const said = await outcome.innerText()
      if (/cannot be opened/.test(said)) {
        expect(said, name).toMatch(/nodes|edges/)
        refused += 1
        return
      }
      expect(said).toMatch(/opened: \d/)
      times.push(await panel.answerTime('Start', 'Running'))
      await panel.waitForSeconds(seconds / 2)
      times.push(await panel.answerTime('Pause', 'Paused'), await panel.answerTime('Resume', 'Running'))
      await panel.waitForSeconds(seconds)
      for (const [figure, value] of Object.entries(await panel.figures()))
        expect(value, `${figure} of ${name}`).toMatch(/^(–|[\d,.]+( min ?[\d.]+)?)( (rps|ms|s|%|KB))?$/)
      times.push(await panel.answerTime('Reset', 'Stopped'))
      const own = times.slice(-4)
      if (Math.max(...own) === Math.max(...times)) slowest = `${name}: ${own.map(Math.round).join(', ')} ms`
      await expect(panel.notice).toHaveCount(0)
    })

  await exchange.cleanUp()
  const longest = Math.round(Math.max(...times))
  const description = `${refused} of ${FLOWS.length} refused in words, ${FLOWS.length - refused} run; every command answered in at most ${longest} ms (${slowest})`
  testInfo.annotations.push({ type: 'measured', description })
  console.log(description)
  expect(longest).toBeLessThan(AT_ONCE)
})

test.describe(() => {
  // One after the other: what they measure is the machine's, and each takes all of it.
  test.describe.configure({ mode: 'default' })
  for (const shape of sized({ small: [], full: ['star', 'chain', 'layers', 'complete'] } as const))
    test(`[REL-SI3] a large diagram, ${shape}, opens and starts`, async ({ signedIn, api }, testInfo) => {
      test.setTimeout(180_000)
      const panel = new SimulationPanel(signedIn)
      const name = `Large ${shape}`
      await api.createFlow({ name, ...largeSystem(shape, 10_000), ...TICKS })
      await signedIn.goto('/flow-library')
      const load = signedIn.getByRole('article', { name }).getByRole('button', { name: 'Load' })
      await load.waitFor()
      const began = Date.now()
      await load.click({ timeout: 30_000 })
      const editor = new EditorPage(signedIn)
      await expect(editor.nodes.first()).toBeVisible({ timeout: 30_000 })
      const opened = Date.now() - began
      const takeTasks = await watchTasks(signedIn)
      await signedIn.waitForLoadState('networkidle')
      // What is left of opening is not the run's.
      await editor.allEdgesRendered()
      await signedIn.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
      await takeTasks()
      const started = await panel.answerTime('Start', 'Running')
      await panel.waitForMore('Completed requests', 0, 30_000)
      await panel.waitForMore('Elapsed time', 5, 60_000)
      const longest = Math.max(0, ...(await takeTasks()))
      const description = `${shape}: opened in ${opened} ms, Start answered in ${Math.round(started)} ms, longest task ${longest} ms`
      testInfo.annotations.push({ type: 'measured', description })
      console.log(description)
      expect(opened).toBeLessThan(5000)
      expect(started).toBeLessThan(AT_ONCE)
      expect(longest).toBeLessThan(AT_ONCE)
    })
})

test('[REL-SI7] random commands, speeds, steps and edits leave the run in order', async ({
  signedIn,
  api,
}, testInfo) => {
  const count = sized({ small: 30, full: 1000 })
  test.setTimeout(120_000 + count * 1000)
  const random = pinnedRandom()
  const panel = new SimulationPanel(signedIn)
  await openSystem(signedIn, api, 'calm')
  const editor = new EditorPage(signedIn)
  const acts: Readonly<Record<string, () => Promise<void>>> = {
    run: () => editor.press('Control+Shift+Enter'),
    step: () => editor.press('Control+Alt+Enter'),
    reset: () => (random() < 0.3 ? editor.press('Control+Shift+Backspace') : Promise.resolve()),
    faster: () => editor.press('>'),
    slower: () => editor.press('<'),
    remove: async () => {
      const nodes = await editor.nodes.count()
      if (nodes === 0) return
      await editor.nodes.nth(Math.floor(random() * nodes)).focus()
      await editor.press('Enter', 'Delete')
    },
    undo: () => editor.press('Control+z'),
    redo: () => editor.press('Control+y'),
    wait: () => signedIn.waitForTimeout(random() * 300),
  }
  const log: string[] = []
  for (let done = 0; done < count; done += 1) {
    const name = pick(random, Object.keys(acts))
    log.push(name)
    await acts[name]?.()
    const state = await panel.status.innerText()
    await expect.poll(() => signedIn.workers().length, log.slice(-20).join()).toBeLessThanOrEqual(1)
    const faults = await badFigures(signedIn)
    expect(faults, `${state} after ${log.slice(-20).join()}`).toEqual([])
  }
  await expect(panel.notice).toHaveCount(0)
  if ((await panel.status.innerText()) !== 'Stopped') await panel.command('Reset').click()
  await expect.poll(() => signedIn.workers().length).toBe(0)
  await expect.poll(() => panel.value('Completed requests')).toBe(0)
  testInfo.annotations.push({
    type: 'measured',
    description: `${count} random acts: one worker at most, figures in order`,
  })
})

/** The figures on screen that are none, or do not fit together; read at one moment. */
function badFigures(page: Page): Promise<string[]> {
  return page.getByRole('region', { name: 'Simulation Panel' }).evaluate((panel) => {
    const figures = [...panel.querySelectorAll('dl > div:has(> .figure)')].map(
      (row) => [row.querySelector('dt')?.textContent ?? '', row.querySelector('dd')?.textContent ?? ''] as const,
    )
    const read = (name: string) =>
      Number.parseFloat((figures.find(([title]) => title === name)?.[1] ?? '').replaceAll(',', ''))
    const bad = figures.filter(([, value]) => !/^[\d,.–]+/.test(value)).map(([name, value]) => `${name}: ${value}`)
    const finished = read('Completed requests') + read('Failed requests')
    const rates = read('Success rate') + read('Error rate')
    if (Math.abs(rates - (finished > 0 ? 100 : 0)) > 0.011) bad.push(`the rates add up to ${rates}`)
    return bad
  })
}
