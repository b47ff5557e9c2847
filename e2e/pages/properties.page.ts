import { expect, type Locator, type Page } from '@playwright/test'
import { EDGE_TYPES, type EdgeType, isNodeType, NODE_TYPES, type NodeType } from '@plimsoll/catalog'
import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import type { Api } from '../fixtures/api.ts'
import { EditorPage } from './editor.page.ts'
import type { Walk } from './properties-walk.ts'

/** A flow with one component and one connection of every kind; the id of each is its type. */
export function everyKind(simulation?: Flow['simulation']): Flow {
  const nodes = NODE_TYPES.map((type, index) =>
    createNode(type, { id: type, position: { x: (index % 3) * 405, y: Math.floor(index / 3) * 405 } }),
  )
  const pairs = NODE_TYPES.flatMap((source) => NODE_TYPES.map((target) => ({ source, target })))
  const ends = pairs.filter(({ source, target }) => source !== target)
  const edges = EDGE_TYPES.flatMap((type, index) => {
    const pair = ends[index]
    return pair === undefined ? [] : [createEdge(type, { id: type, ends: pair })]
  })
  return { nodes, edges, ...(simulation && { simulation }) }
}

/** The section of the fields that the engine in use ignores. */
export const IGNORED = /^Not simulated by/

/** The property panel of what is selected. */
export class PropertiesPanel {
  readonly page: Page
  readonly canvas: Locator
  readonly region: Locator

  private constructor(page: Page) {
    this.page = page
    this.canvas = page.getByRole('region', { name: 'Canvas', exact: true })
    this.region = page.getByRole('region', { name: 'Properties', exact: true })
  }

  /** Saves the flow and opens it in the editor, as its owner would. */
  static async openFlow(page: Page, api: Api, flow: Flow): Promise<PropertiesPanel> {
    // Rows that flash are a fifth of the work.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await EditorPage.openFlow(page, await api.createFlow({ name: 'Every kind', ...flow }))
    const panel = new PropertiesPanel(page)
    await panel.canvas.waitFor()
    return panel
  }

  node(id: string): Locator {
    return this.canvas.locator(`.react-flow__node[data-id="${id}"]`)
  }

  /** Selects the one component or connection of this kind in `everyKind()`. */
  async selectKind(type: NodeType | EdgeType): Promise<void> {
    await (isNodeType(type) ? this.selectNode(type) : this.selectEdge(type))
  }

  edge(id: string): Locator {
    return this.canvas.locator(`.react-flow__edge[data-id="${id}"]`)
  }

  async selectNode(id: string): Promise<void> {
    await this.select(this.node(id))
  }

  async selectEdge(id: string): Promise<void> {
    await this.select(this.edge(id))
  }

  async selectNodes(...ids: readonly string[]): Promise<void> {
    await this.selectAll(ids.map((id) => this.node(id)))
  }

  async selectEdges(...ids: readonly string[]): Promise<void> {
    await this.selectAll(ids.map((id) => this.edge(id)))
  }

  /** The first by keyboard, the others with Control as well. */
  private async selectAll([first, ...others]: readonly Locator[]): Promise<void> {
    if (first === undefined) return
    await this.select(first)
    for (const other of others) {
      await other.focus()
      await this.page.keyboard.down('Control')
      await this.page.keyboard.press('Enter')
      await this.page.keyboard.up('Control')
    }
  }

  /** By keyboard, because edges cross and a small screen covers some nodes; there the panel is a sheet that has to be opened. */
  // Escape, because Enter on one of several that are selected leaves the others selected.
  private async select(element: Locator): Promise<void> {
    await element.focus()
    if ((await this.canvas.locator('.selected').count()) > 0) await element.press('Escape')
    await element.focus()
    await element.press('Enter')
    const ask = this.canvas.getByRole('button', { name: 'Properties', exact: true })
    if (await ask.isVisible()) await ask.click()
    await this.region.waitFor()
  }

  /** Selects nothing. */
  async letGo(): Promise<void> {
    await this.canvas.locator('.react-flow__pane').focus()
    await this.canvas.press('Escape')
    await this.region.waitFor({ state: 'hidden' })
  }

  field(label: string): Locator {
    return this.region.getByLabel(label, { exact: true })
  }

  section(title: string | RegExp): Locator {
    return this.region.getByRole('button', { name: title, exact: true })
  }

  group(title: string): Locator {
    return this.region.getByRole('group', { name: `${title} properties` })
  }

  /** The fields that the engine in use ignores. */
  ignored(): Locator {
    return this.region.getByRole('group', { name: IGNORED })
  }

  heading(): Locator {
    return this.region.getByRole('heading', { level: 2 })
  }

  ends(): Locator {
    return this.region.getByRole('img', { name: 'to', exact: true }).locator('..')
  }

  /** The help at the foot. */
  foot(): Locator {
    return this.region.locator('div[aria-hidden="true"]')
  }

  async openAll(): Promise<void> {
    await this.heading().waitFor()
    // In one moment: between two commands the panel may be rendered anew.
    await this.region.evaluate((region) => {
      for (const button of region.querySelectorAll<HTMLElement>('[aria-expanded="false"]')) button.click()
    })
    await expect(this.region.locator('[aria-expanded="false"]')).toHaveCount(0)
  }

  /** Goes forward by Tab until the focus is there. */
  async tabTo(target: Locator): Promise<void> {
    for (let presses = 0; presses < 100; presses++) {
      await this.page.keyboard.press('Tab')
      if (await target.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error('Tab does not lead there.')
  }

  /** Notes whose fields change from now on; the answer gives their labels. */
  async watchFields(): Promise<() => Promise<string[]>> {
    const observed = await this.region.evaluateHandle((region) => {
      const labels = new Set<string>()
      const note = (records: MutationRecord[]) => {
        for (const { target } of records) {
          const row = (target instanceof Element ? target : target.parentElement)?.closest('[data-property]')
          labels.add(row?.querySelector('label')?.textContent ?? 'the panel')
        }
      }
      const observer = new MutationObserver(note)
      observer.observe(region, { subtree: true, childList: true, attributes: true, characterData: true })
      return () => {
        note(observer.takeRecords())
        observer.disconnect()
        return [...labels]
      }
    })
    return () => observed.evaluate((answer) => answer())
  }

  async open(title: string | RegExp): Promise<void> {
    const section = this.section(title)
    if ((await section.getAttribute('aria-expanded')) === 'false') await section.click()
  }

  /** Does every step of the walk inside the page, and gives back what was shown otherwise than expected. */
  walk(walk: Walk): Promise<string[]> {
    return this.region.evaluate(walkIn, walk)
  }
}

/** Runs in the page: one message from the test for a whole kind, because a message for each key would take minutes. */
async function walkIn(panel: Element, { sections, marks, start, steps }: Walk): Promise<string[]> {
  const faults: string[] = []
  // A message to oneself: unlike a timer it is not held back by 4 ms.
  const settled = () =>
    new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    })
  const controls = () => [...panel.querySelectorAll<HTMLElement>('[role="group"] label')]
  const controlOf = (label: string) => {
    const found = controls().find((one) => one.textContent === label)
    return found && document.getElementById(found.getAttribute('for') ?? '')
  }

  for (const button of panel.querySelectorAll<HTMLElement>('[aria-expanded="false"]')) button.click()
  await settled()

  function shownBy(control: HTMLElement): string {
    if (control instanceof HTMLSelectElement)
      return `${control.value} of ${[...control.options].map((option) => option.text).join(' | ')}`
    if (control instanceof HTMLInputElement && control.type === 'checkbox') return control.checked ? 'on' : 'off'
    if (control.hasAttribute('list'))
      return [...(control.parentElement?.querySelectorAll('li') ?? [])].map((entry) => entry.textContent).join(' | ')
    const { value } = control as HTMLInputElement
    return control.role === 'spinbutton' && document.activeElement !== control ? value.replaceAll(',', '') : value
  }

  function compare(expected: Readonly<Record<string, string>>, after: string): void {
    const shown = new Map<string, string>()
    for (const label of controls()) {
      const name = label.textContent ?? ''
      const control = document.getElementById(label.getAttribute('for') ?? '')
      const section = label.closest('[role="group"]')?.getAttribute('aria-label')
      if (shown.has(name)) faults.push(`${name} is there twice`)
      if (!control) faults.push(`${name} labels no field`)
      else shown.set(name, shownBy(control))
      const mark = label.closest('[data-property]')?.querySelector('[role="img"]')?.getAttribute('aria-label')
      if (section !== sections[name]) faults.push(`${name} stands in ${section}`)
      if (mark !== marks[name]) faults.push(`${name} is marked "${mark}"`)
    }
    for (const label of new Set([...shown.keys(), ...Object.keys(expected)])) {
      const [is, should] = [shown.get(label) ?? 'absent', expected[label] ?? 'absent']
      if (is !== should) faults.push(`After ${after}: ${label} shows "${is}", not "${should}"`)
    }
  }

  function enter(control: HTMLElement, text: string, event: string): void {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {}
    set?.call(control, text)
    control.dispatchEvent(new InputEvent(event, { bubbles: true, inputType: 'insertText' }))
  }

  async function press(key: string, times: string, shiftKey: boolean): Promise<void> {
    for (let count = 0; count < Number(times); count++) {
      panel.dispatchEvent(
        new KeyboardEvent('keydown', { key, ctrlKey: true, shiftKey, bubbles: true, cancelable: true }),
      )
      await settled()
    }
  }

  async function act(control: HTMLElement, step: (typeof steps)[number]): Promise<void> {
    if (step.act === 'switch') return control.click()
    if (step.act === 'choose') return enter(control, step.text, 'change')
    if (step.act === 'remove')
      return control.parentElement?.querySelector<HTMLElement>(`[aria-label="Remove ${step.text}"]`)?.click()
    control.focus()
    enter(control, step.text, 'input')
    await settled()
    if (step.act === 'add') control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    await settled()
    const refused = control.getAttribute('aria-invalid') === 'true'
    if (refused !== step.refused) faults.push(`${step.label}: "${step.text}" is ${refused ? '' : 'not '}refused`)
    const message = (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id))[0]
    if (refused && !message?.textContent) faults.push(`${step.label}: "${step.text}" is refused without a word`)
    if (step.act === 'add' && refused) enter(control, '', 'input')
    control.blur()
  }

  let expected: Record<string, string> = { ...start }
  compare(expected, 'opening')
  for (const step of steps) {
    if (step.act === 'undo' || step.act === 'redo') await press('z', step.text, step.act === 'redo')
    else {
      const control = controlOf(step.label)
      if (!control) {
        faults.push(`${step.label} is absent`)
        continue
      }
      await act(control, step)
    }
    await settled()
    const next = Object.entries({ ...expected, ...step.changes }).filter((entry) => entry[1] !== null)
    expected = Object.fromEntries(next) as Record<string, string>
    compare(expected, `${step.act} "${step.text.slice(0, 40)}" in ${step.label || 'all'}`)
    if (faults.length > 20) break
  }
  return faults
}
