import { EDGE_KINDS, NODE_KINDS } from '@plimsoll/catalog'
import { expect, test } from '../fixtures/test.ts'
import { everyKind, PropertiesPanel } from '../pages/properties.page.ts'
import { walkOf } from '../pages/properties-walk.ts'

// Thousands of keys: 15 s on a machine at rest, four times that on a busy one.
test.describe.configure({ timeout: 120_000 })

const RULES = '[PRP-3] [PRP-9] [PRP-10] [PRP-12] [PRP-13] [PRP-14] [PRP-15]'

test(`${RULES} takes and refuses values of every property of every component as the catalog says`, async ({
  signedIn: page,
  api,
}) => {
  const panel = await PropertiesPanel.openFlow(page, api, everyKind())
  for (const [type, kind] of Object.entries(NODE_KINDS)) {
    await panel.selectNode(type)
    expect(await panel.walk(walkOf(kind)), type).toEqual([])
  }
})

test(`${RULES} takes and refuses values of every property of every connection as the catalog says`, async ({
  signedIn: page,
  api,
}) => {
  const panel = await PropertiesPanel.openFlow(page, api, everyKind())
  for (const [type, kind] of Object.entries(EDGE_KINDS)) {
    const known = type === 'default' ? {} : EDGE_KINDS.default.properties
    await panel.selectEdge(type)
    expect(await panel.walk(walkOf(kind, known)), type).toEqual([])
  }
})
