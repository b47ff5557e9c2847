import {
  EDGE_KINDS,
  EDGE_TYPES,
  type EdgeType,
  isNodeType,
  NODE_KINDS,
  NODE_TYPES,
  type NodeType,
} from '@plimsoll/catalog'
import { isFullSize } from '../../tooling/lib/test-size.ts'
import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { everyKind, PropertiesPanel } from '../pages/properties.page.ts'
import { walkOf } from '../pages/properties-walk.ts'

// Thousands of keys: a page of them may take a minute and more on a machine that does ten other things.
test.describe.configure({ timeout: 180_000 })

type Kind = NodeType | EdgeType

const KINDS: readonly Kind[] = [...NODE_TYPES, ...EDGE_TYPES]

/** Kinds that are walked in one page: as many pages can work side by side as there are batches. */
const EVERY_KIND: readonly (readonly Kind[])[] = [
  NODE_TYPES,
  ...[0, 3, 6, 9].map((first) => EDGE_TYPES.slice(first, first + 3)),
]

/** All of them take minutes. Beside other tests two, the first kinds with a dependent choice and with a mirror: lists and rules have tests of their own. */
const BATCHES: readonly (readonly Kind[])[] = isFullSize ? EVERY_KIND : [['Database', 'tcp']]

/** Whose marks for the other engine are looked at: beside other tests those of every component and two connections. */
const WITH_TICKS: readonly Kind[] = isFullSize ? KINDS : [...NODE_TYPES, 'http', 'kafka']

const kindOf = (type: Kind) => (isNodeType(type) ? NODE_KINDS[type] : EDGE_KINDS[type])

function walkFor(type: Kind) {
  const walked = BATCHES.flat()
  const earlier = walked.slice(0, walked.indexOf(type)).map(kindOf)
  return walkOf(kindOf(type), { earlier, isWhole: isFullSize })
}

const RULES =
  '[EDT-450] [PRP-3] [PRP-9] [PRP-10] [PRP-12] [PRP-13] [PRP-14] [PRP-15] [PRP-18] [PRP-28] [PRP-29] [PRP-32]'

for (const batch of BATCHES)
  test(`${RULES} ${batch.join(', ')}: properties are shown, changed, bounded, undone, saved and there again`, async ({
    signedIn: page,
    api,
  }) => {
    const panel = await PropertiesPanel.openFlow(page, api, everyKind())
    const walks = batch.map((type) => ({ type, ...walkFor(type) }))
    for (const { type, ...walk } of walks) {
      await panel.selectKind(type)
      expect(await panel.walk(walk), type).toEqual([])
    }

    const editor = new EditorPage(page)
    await editor.save('Walked', 'Every property at another value')
    await expect(editor.toast('Flow saved successfully!')).toBeVisible()
    const [{ id } = { id: '' }] = (await api.flows()).filter(({ name }) => name === 'Walked')
    const { nodes, edges } = await api.flow(id)
    for (const { type, end } of walks) {
      const stored = [...nodes, ...edges].find((element) => (element as { id: string }).id === type)
      expect(stored, type).toMatchObject({ data: end.data })
    }

    await EditorPage.openFlow(page, { id })
    for (const { type, sections, marks, end } of walks) {
      await panel.selectKind(type)
      expect(await panel.walk({ sections, marks, start: end.shown, steps: [] }), type).toEqual([])
    }
  })

test('[EDT-450] [PRP-18] with Ticks every field of every kind has the mark and the section of that engine', async ({
  signedIn: page,
  api,
}) => {
  const panel = await PropertiesPanel.openFlow(page, api, everyKind({ engine: 'live' }))
  for (const type of WITH_TICKS) {
    const { sections, marks, start } = walkOf(kindOf(type), { engine: 'live' })
    await panel.selectKind(type)
    expect(await panel.walk({ sections, marks, start, steps: [] }), type).toEqual([])
  }
})
