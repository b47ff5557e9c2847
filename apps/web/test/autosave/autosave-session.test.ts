import { createNode, EMPTY_FLOW, type Flow } from '@plimsoll/flow'
import { beforeEach, describe, expect, it } from 'vitest'
import type { UnsavedDocument } from '../../src/stores/autosave/unsaved-documents.ts'
import { createSimulatedBrowser, type SimulatedBrowser, type SimulatedTab } from './simulated-browser.ts'

const flowOf = (label: string): Flow => ({
  nodes: [createNode('Server', { id: 'n1', position: { x: 0, y: 0 }, settings: { label } })],
  edges: [],
})

const labelIn = ({ store }: SimulatedTab) => store.getState().flow.nodes[0]?.data.label

const draw = ({ store }: SimulatedTab, name: string, label = name): void =>
  store.set({ flow: flowOf(label), heading: { name, description: '' } })

function save({ store }: SimulatedTab, name: string): void {
  const { flow } = store.getState()
  store.set({ savedContent: flow, heading: null, saved: { id: name, name, description: '', version: 1 } })
}

let browser: SimulatedBrowser

beforeEach(() => {
  browser = createSimulatedBrowser({ random: () => 0.5 })
})

/** A tab in which this user is signed in and the editor is ready. */
async function openFor(user: string): Promise<SimulatedTab> {
  const tab = browser.openTab()
  if (browser.token() === null) tab.setToken(browser.newToken(user))
  await browser.time.advance(1_000)
  return tab
}

async function result<T>(pending: Promise<T>, ms = 3_000): Promise<T> {
  await browser.time.advance(ms)
  return pending
}

async function logOut(tab: SimulatedTab, discarded: readonly UnsavedDocument[]): Promise<void> {
  const token = tab.token() ?? ''
  tab.setToken(null)
  tab.autosave.leaveDevice(
    token,
    discarded.map(({ draft }) => draft),
  )
  await browser.time.advance(3_000)
}

async function logIn(tab: SimulatedTab, user: string): Promise<void> {
  tab.setToken(browser.newToken(user))
  await browser.time.advance(3_000)
}

const stored = () => browser.memory.records().map(({ heading, saved }) => (saved ?? heading)?.name)

describe('Logout with several tabs', () => {
  it('[UI-110] names what is unsaved in this tab, in the others, and on this device', async () => {
    const [one, two, three] = [await openFor('ada'), await openFor('ada'), await openFor('ada')]
    draw(one, 'Here')
    draw(two, 'There')
    draw(three, 'In the library')
    save(three, 'In the library')
    await browser.time.advance(1_000)
    two.store.getState().restore({ flow: EMPTY_FLOW, saved: null, heading: null, savedContent: EMPTY_FLOW })
    draw(two, 'There, too')
    await browser.time.advance(1_000)
    const documents = await result(one.autosave.findUnsaved())
    expect(documents.map(({ name, where }) => [name, where])).toEqual([
      ['Here', 'this tab'],
      ['There, too', 'another tab'],
      ['There', 'device'],
    ])
  })

  it('[UI-110] names what is drawn in a tab that does not know yet who is signed in', async () => {
    const one = await openFor('ada')
    browser.setServerSilent(true)
    const two = await openFor('ada')
    draw(two, 'There')
    const unsaved = await result(one.autosave.findUnsaved())
    expect(unsaved.map(({ name, where }) => [name, where])).toEqual([['There', 'another tab']])
  })

  it('[UI-110] [UI-313] names what a tab replaces at that moment', async () => {
    const [one, two] = [await openFor('ada'), await openFor('ada')]
    draw(two, 'There')
    await browser.time.advance(1_000)
    two.store.getState().restore({ flow: EMPTY_FLOW, saved: null, heading: null, savedContent: EMPTY_FLOW })
    const documents = await result(one.autosave.findUnsaved(), 100)
    expect(documents.map(({ name }) => name)).toEqual(['There'])
  })

  it('[UI-313] has every tab write its draft before it answers', async () => {
    const [one, two] = [await openFor('ada'), await openFor('ada')]
    draw(two, 'There')
    await result(one.autosave.findUnsaved(), 100)
    expect(stored()).toEqual(['There'])
  })

  it('[UI-314] waits for no tab where there is no other', async () => {
    const one = await openFor('ada')
    expect(await result(one.autosave.findUnsaved(), 100)).toEqual([])
  })

  it('[UI-111] counts a tab that is silent for 2 s as unsaved, by the name of its draft', async () => {
    const [one, two] = [await openFor('ada'), await openFor('ada')]
    draw(two, 'Frozen')
    await browser.time.advance(1_000)
    two.freeze()
    let answer: UnsavedDocument[] | null = null
    one.autosave.findUnsaved().then((documents) => {
      answer = documents
    })
    await browser.time.advance(1_900)
    expect(answer).toBeNull()
    await browser.time.advance(200)
    expect(answer).toMatchObject([{ name: 'Frozen', where: 'silent tab' }])
  })

  it('[UI-113] what is kept is there at the next login of the same user, and of nobody else', async () => {
    const [one, two] = [await openFor('ada'), await openFor('ada')]
    draw(one, 'Here')
    draw(two, 'There')
    await result(one.autosave.findUnsaved())
    await logOut(one, [])
    expect([labelIn(one), labelIn(two)]).toEqual([undefined, undefined])
    await logIn(one, 'grace')
    expect([labelIn(one), labelIn(two)]).toEqual([undefined, undefined])
    expect(await result(one.autosave.earlierDrafts())).toEqual([])
    await logOut(one, [])
    await logIn(one, 'ada')
    expect([labelIn(one), labelIn(two)].toSorted()).toEqual(['Here', 'There'])
  })

  it('[UI-114] what is discarded is gone from this device and from every tab, frozen ones as well', async () => {
    const [one, two, three] = [await openFor('ada'), await openFor('ada'), await openFor('ada')]
    draw(one, 'Here')
    draw(two, 'There')
    draw(three, 'Frozen')
    three.freeze()
    await logOut(one, await result(one.autosave.findUnsaved()))
    three.thaw()
    await browser.time.advance(15_000)
    expect(stored()).toEqual([])
    await logIn(one, 'ada')
    expect([one, two, three].map(labelIn)).toEqual([undefined, undefined, undefined])
  })

  it('[UI-317] what is saved is removed without a question', async () => {
    const [one, two] = [await openFor('ada'), await openFor('ada')]
    draw(two, 'In the library')
    save(two, 'In the library')
    expect(await result(one.autosave.findUnsaved())).toEqual([])
    await logOut(one, [])
    expect(stored()).toEqual([])
  })

  it('[UI-315] what was drawn after the question, and was not named in it, is kept', async () => {
    const [one, two] = [await openFor('ada'), await openFor('ada')]
    draw(one, 'Here')
    draw(two, 'There')
    save(two, 'There')
    const named = await result(one.autosave.findUnsaved())
    expect(named.map(({ name }) => name)).toEqual(['Here'])
    two.store.set({ flow: flowOf('changed') })
    await logOut(one, named)
    expect(stored()).toEqual(['There'])
    await logIn(one, 'ada')
    expect([one, two].map(labelIn)).toContain('changed')
  })

  it('[UI-316] the drafts of another user are kept, whatever is discarded', async () => {
    const one = await openFor('ada')
    draw(one, 'Of Ada')
    await browser.time.advance(1_000)
    const [record] = browser.memory.records()
    await logOut(one, [])
    await logIn(one, 'grace')
    await logOut(one, [{ draft: record?.id ?? '', name: 'Untitled flow', where: 'silent tab' }])
    expect(stored()).toEqual(['Of Ada'])
  })

  it('[UI-331] all drafts are removed with their account', async () => {
    const [one, two] = [await openFor('ada'), await openFor('ada')]
    draw(one, 'Here')
    draw(two, 'There')
    await browser.time.advance(1_000)
    const token = one.token() ?? ''
    one.setToken(null)
    one.autosave.leaveDevice(token, null)
    await browser.time.advance(3_000)
    expect(stored()).toEqual([])
    await logIn(one, 'ada')
    expect([labelIn(one), labelIn(two)]).toEqual([undefined, undefined])
  })
})

describe('a session that ends by itself', () => {
  it('[UI-115] removes nothing, in no tab, and asks nothing', async () => {
    const [one, two] = [await openFor('ada'), await openFor('ada')]
    draw(one, 'Here')
    draw(two, 'In the library')
    save(two, 'In the library')
    one.setToken(null)
    await browser.time.advance(3_000)
    expect(stored().toSorted()).toEqual(['Here', 'In the library'])
    await logIn(two, 'ada')
    expect([labelIn(one), labelIn(two)]).toEqual(['Here', 'In the library'])
  })

  it('[UI-115] costs nothing that was drawn before the last draft was restored', async () => {
    const one = browser.openTab()
    one.setToken(browser.newToken('ada'))
    const isKnown = () => browser.memory.records().length > 0
    draw(one, 'Early')
    // The server has said who is signed in; the storage has not answered yet.
    await browser.time.advance(130)
    expect(isKnown()).toBe(false)
    one.setToken(null)
    await browser.time.advance(1_000)
    await logIn(one, 'ada')
    expect(labelIn(one)).toBe('Early')
  })

  it('[UI-112] keeps a draft locked until it is written: no tab restores an older content meanwhile', async () => {
    const one = await openFor('ada')
    draw(one, 'Here', 'older')
    await browser.time.advance(1_000)
    browser.setFailing(true)
    one.store.set({ flow: flowOf('newer') })
    await browser.time.advance(1_000)
    one.setToken(null)
    await browser.time.advance(1_000)
    one.freeze()
    const two = browser.openTab()
    two.setToken(browser.newToken('ada'))
    await browser.time.advance(1_000)
    expect(labelIn(two)).toBeUndefined()
    one.thaw()
    await browser.time.advance(1_000)
    expect(labelIn(one)).toBe('newer')
    browser.setFailing(false)
    await browser.time.advance(10_000)
    expect(labelIn(two)).toBeUndefined()
    expect(stored()).toEqual(['Here'])
  })
})

describe('a tab that begins', () => {
  it('[UI-80] restores its draft', async () => {
    const one = await openFor('ada')
    draw(one, 'Here')
    await browser.time.advance(1_000)
    one.close()
    const again = browser.openTab(one.lastDraft)
    await browser.time.advance(1_000)
    expect(labelIn(again)).toBe('Here')
    expect(again.autosave.status.getState().written).toBe(again.store.getState().flow)
  })

  it('[UI-121] [REL-CL3] leaves another tab its draft', async () => {
    const one = await openFor('ada')
    draw(one, 'Here')
    await browser.time.advance(1_000)
    const two = await openFor('ada')
    expect(labelIn(two)).toBeUndefined()
    one.crash()
    const three = await openFor('ada')
    expect(labelIn(three)).toBe('Here')
  })

  it('[UI-127] opens an earlier draft once, however often that is asked for', async () => {
    const one = await openFor('ada')
    draw(one, 'Here', 'older')
    await browser.time.advance(1_000)
    one.store.getState().restore({ flow: EMPTY_FLOW, saved: null, heading: null, savedContent: EMPTY_FLOW })
    const [draft] = await result(one.autosave.earlierDrafts())
    const id = draft?.id ?? ''
    const presses = [one.autosave.openEarlier(id), one.autosave.openEarlier(id)]
    await browser.time.advance(7)
    one.store.set({ flow: flowOf('newer') })
    await browser.time.advance(1_000)
    expect(await Promise.all(presses)).toEqual([true, true])
    expect(labelIn(one)).toBe('newer')
  })
})

describe('a server that cannot say who is signed in', () => {
  it('[UI-334] is asked again, so that what was drawn meanwhile finds its user', async () => {
    browser.setServerSilent(true)
    const tab = await openFor('ada')
    draw(tab, 'Drawn meanwhile')
    await browser.time.advance(10_000)
    expect(stored()).toEqual([])
    expect(tab.autosave.status.getState().trouble).toBe('owner')
    browser.setServerSilent(false)
    await browser.time.advance(10_000)
    expect(browser.memory.records('ada').map(({ heading }) => heading?.name)).toEqual(['Drawn meanwhile'])
  })
})

describe('a page whose address names a flow', () => {
  async function drawUnsaved(name: string): Promise<SimulatedTab> {
    const tab = await openFor('ada')
    draw(tab, name)
    save(tab, name)
    tab.store.set({ flow: flowOf(`${name}, changed`) })
    await browser.time.advance(2_000)
    return tab
  }

  it('[UI-506] restores what was not saved of that flow, and of no other', async () => {
    const before = [await drawUnsaved('Asked'), await drawUnsaved('Other')]
    for (const tab of before) tab.close()
    const tab = browser.openTab(undefined, 'Asked')
    await browser.time.advance(2_000)
    expect(labelIn(tab)).toBe('Asked, changed')
  })

  it('[UI-507] keeps what the tab drew before among the earlier drafts', async () => {
    const before = await drawUnsaved('Other')
    before.close()
    const tab = browser.openTab(before.lastDraft, 'Asked')
    await browser.time.advance(2_000)
    expect(labelIn(tab)).toBeUndefined()
    const drafts = await result(tab.autosave.earlierDrafts())
    expect(drafts.map(({ saved, isLeft }) => [saved?.name, isLeft])).toEqual([['Other', true]])
  })
})
