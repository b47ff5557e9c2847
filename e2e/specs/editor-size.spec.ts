import { expect, test } from '../fixtures/test.ts'
import { EditorPage } from '../pages/editor.page.ts'
import { completeFlow, largeFlow } from '../pages/flows.ts'
import { layoutsDuring } from '../pages/layouts.ts'

test('[EDT-30] [EDT-41] [EDT-40] a flow of 500 nodes and 750 edges is loaded, edited and saved', async ({
  signedIn,
  api,
}) => {
  // Zooms in one step. An eased zoom may end with the area of a frame before its end, which is up to 1.5 times as wide (`cullArea`).
  await signedIn.emulateMedia({ reducedMotion: 'reduce' })
  const { id } = await api.createFlow({ name: 'Large', ...largeFlow(500) })
  const editor = await EditorPage.openFlow(signedIn, { id })
  await expect(editor.nodes.first()).toBeVisible()
  // Loading fits as much of the flow in view as zoom 0.2 shows.
  await editor.canvas.focus()
  await editor.press('+')
  await expect.poll(() => editor.zoom()).toBe(0.5)
  await expect.poll(() => editor.nodes.count()).toBeLessThan(200)
  expect(await editor.nodesInOverview()).toBe(500)

  const middle = await editor.middle(editor.canvas)
  await editor.drag(await editor.emptyPoint(), { x: middle.x, y: middle.y + 200 })
  const name = await editor.nodeInMiddle()
  const node = editor.canvas.locator(`.react-flow__node[data-id="${name}"]`)
  await node.focus()
  await editor.press('Enter', 'ArrowDown')
  await editor.properties.getByLabel('Label', { exact: true }).fill('Renamed')
  await editor.save('Large', 'Edited by a test')
  await expect(editor.toast('Flow saved successfully!')).toBeVisible()

  const stored = await api.flow(id)
  expect(stored.nodes).toHaveLength(500)
  expect(stored.edges).toHaveLength(750)
  const edited = (stored.nodes as { id: string; data: { label: string } }[]).find((node) => node.id === name)
  expect(edited?.data.label).toBe('Renamed')
})

test('[EDT-30] a large flow renders nothing that is removed again when its viewport is known', async ({
  signedIn,
  api,
}) => {
  await api.createFlow({ name: 'Opened', ...largeFlow(120) })
  await signedIn.goto('/flow-library')
  const drawn = await signedIn.evaluateHandle(() => {
    const [added, removed] = [new Set<Node>(), new Set<Node>()]
    new MutationObserver((records) => {
      for (const record of records) {
        for (const [nodes, known] of [
          [record.addedNodes, added],
          [record.removedNodes, removed],
        ] as const)
          for (const node of nodes)
            if (node instanceof Element)
              for (const part of [node, ...node.querySelectorAll('*')])
                if (part.matches('.react-flow__edge, .react-flow__node')) known.add(part)
      }
    }).observe(document, { subtree: true, childList: true })
    return { added, removed }
  })
  await signedIn.getByRole('article', { name: 'Opened' }).getByRole('button', { name: 'Load' }).click()
  const editor = new EditorPage(signedIn)
  await expect(editor.nodes.first()).toBeVisible()
  await editor.viewportAtRest()
  const { added, removed } = await drawn.evaluate(({ added, removed }) => ({
    added: added.size,
    removed: removed.size,
  }))
  expect(added).toBeGreaterThan(100)
  expect(removed).toBe(0)
})

test('[EDT-120] [EDT-374] nodes are in the page before all edges of a flow in which everything is connected', async ({
  signedIn,
  api,
}) => {
  await api.createFlow({ name: 'Joined', ...completeFlow(60) })
  await signedIn.goto('/flow-library')
  const seen = await signedIn.evaluateHandle(() => {
    const count = (kind: string) => document.querySelectorAll(`.react-flow__${kind}`).length
    const seen: { nodes: number; edges: number }[] = []
    new MutationObserver(() => {
      const now = { nodes: count('node'), edges: count('edge') }
      if (now.edges !== (seen.at(-1)?.edges ?? 0)) seen.push(now)
    }).observe(document, { subtree: true, childList: true })
    return seen
  })
  await signedIn.getByRole('article', { name: 'Joined' }).getByRole('button', { name: 'Load' }).click()
  const editor = new EditorPage(signedIn)
  await expect(editor.canvas.locator('.react-flow__edge')).toHaveCount(1770)
  expect(await seen.jsonValue()).toEqual([500, 1000, 1500, 1770].map((edges) => ({ nodes: 60, edges })))
})

test('[EDT-504] [EDT-121] [EDT-385] [EDT-386] [EDT-42] [EDT-169] [EDT-205] [EDT-99] what changes alone is rendered alone, and the viewport of a large flow is moved by overview, hand and wheel', async ({
  signedIn,
  api,
}) => {
  test.slow()
  await test.step('[EDT-504] [EDT-121] what changes alone is laid out and rendered alone', async () => {
    const flow = await api.createFlow({ name: 'Middling', ...largeFlow(60) })
    const editor = await EditorPage.openFlow(signedIn, flow)
    await expect(editor.nodes.first()).toBeVisible()
    await test.step('[EDT-504] dragging one node renders no other node again', async () => {
      await editor.viewportAtRest()
      const id = await editor.nodeInMiddle()
      const node = editor.canvas.locator(`.react-flow__node[data-id="${id}"]`)
      const from = await editor.middle(node)
      const others = await editor.canvas.evaluateHandle((canvas) => {
        const touched = new Set<string>()
        const observer = new MutationObserver((records) => {
          for (const { target } of records) {
            const node = (target instanceof Element ? target : target.parentElement)?.closest('.react-flow__node')
            touched.add(node?.getAttribute('data-id') ?? '')
          }
        })
        const nodes = canvas.querySelector('.react-flow__nodes')
        if (nodes) observer.observe(nodes, { subtree: true, childList: true, attributes: true, characterData: true })
        return touched
      })
      await editor.drag({ x: from.x, y: from.y - 10 }, { x: from.x + 60, y: from.y + 30 })
      expect(await others.evaluate((touched) => [...touched])).toEqual([id])
    })

    await test.step('[EDT-121] an edge that becomes wider, or a node with another utilization, is laid out by itself', async () => {
      await editor.canvas.focus()
      await editor.press('Escape')
      await editor.viewportAtRest()
      // The panel's words for what became of the drag are laid out, too.
      await expect(editor.panel).toContainText('kept on this device')
      const path = editor.canvas.locator('.react-flow__edge-path').first()
      const figure = editor.nodes.first().locator('[data-load-figure]')
      const widen = (width: string) =>
        path.evaluate((path, width) => path.style.setProperty('stroke-width', width), width)
      const tell = (text: string) => figure.evaluate((figure, text) => figure.replaceChildren(text), text)
      let changes = 0
      // On a busy machine something else may be laid out in the same frames; what the change does, it does each time.
      for (const change of [
        (count: number) => widen(`${3 + (count % 2)}px`),
        (count: number) => tell(`${7 + (count % 2)} %`),
      ])
        for (const _ of ['once', 'and back'])
          await expect(async () => {
            changes += 1
            const layouts = await layoutsDuring(signedIn, () => change(changes))
            expect(layouts.length).toBeGreaterThan(0)
            expect(layouts).not.toContain('all')
          }).toPass({ timeout: 20_000 })
    })
  })

  await test.step('[EDT-385] [EDT-386] [EDT-42] [EDT-169] [EDT-205] [EDT-99] the viewport of a large flow is moved by overview, hand and wheel', async () => {
    const flow = await api.createFlow({ name: 'Moved', ...largeFlow(120) })
    const editor = await EditorPage.openFlow(signedIn, flow)
    await expect(editor.nodes.first()).toBeVisible()
    await test.step('[EDT-385] [EDT-386] the overview moves the viewport where it is dragged, and zooms by the wheel', async () => {
      const overview = editor.canvas.getByRole('img', { name: 'Overview' })
      const middle = await editor.middle(overview)
      const board = editor.canvas.locator('.react-flow__viewport')
      const before = await editor.position(board)
      await editor.drag(middle, { x: middle.x + 20, y: middle.y })
      await expect.poll(async () => (await editor.position(board)).x).toBeLessThan(before.x - 100)
      expect((await editor.position(board)).y).toBeCloseTo(before.y)
      const zoom = await editor.zoom()
      await signedIn.mouse.wheel(0, -300)
      await expect.poll(() => editor.zoom()).toBeGreaterThan(zoom)
    })

    await test.step('[EDT-42] [EDT-169] [EDT-205] one bitmap shows the edges while the viewport moves, but for one that is selected', async () => {
      await editor.canvas.focus()
      await editor.press('Escape', '0')
      await editor.viewportAtRest()
      const edges = editor.canvas.locator('.react-flow__edges')
      const from = await editor.emptyPoint()
      const picture = editor.canvas.locator('.react-flow__viewport > canvas')
      await signedIn.mouse.move(from.x, from.y)
      await signedIn.mouse.down()
      const watched = await editor.canvas.evaluateHandle(watchForPicture)
      await expect(async () => {
        await signedIn.mouse.move(from.x + 30, from.y + 30)
        await signedIn.mouse.move(from.x + 40, from.y + 40)
        expect(await watched.evaluate(({ isSeen }) => isSeen)).toBe(true)
      }).toPass()
      await signedIn.mouse.up()
      await expect(edges).toHaveCSS('content-visibility', 'visible')
      await expect(picture).toHaveCount(0)

      const node = editor.canvas.locator(`.react-flow__node[data-id="${await editor.nodeInMiddle()}"]`)
      await node.focus()
      await editor.press('e')
      await expect(edges.locator('.selected')).toHaveCount(1)
      expect(await editor.canvas.evaluate(wheelAndLook)).toEqual({ pictures: 1, painted: [true] })
      await expect(picture).toHaveCount(0)
      await expect(edges.locator('.react-flow__edge:visible')).not.toHaveCount(1)
    })

    await test.step('[EDT-99] a press right after a move of the viewport acts on what is seen there', async () => {
      await editor.canvas.focus()
      await editor.press('Escape', '0')
      await editor.viewportAtRest()
      const node = editor.canvas.locator(`.react-flow__node[data-id="${await editor.nodeInMiddle()}"]`)
      const [before, zoom] = [await editor.middle(node), await editor.zoom()]
      await signedIn.mouse.move(before.x, before.y)
      await signedIn.mouse.wheel(0, -400)
      await expect.poll(() => editor.zoom()).toBeGreaterThan(zoom * 1.5)
      const [from, near] = [await editor.position(node), await editor.zoom()]
      const grip = await editor.middle(node)
      await editor.drag(grip, { x: grip.x + 120, y: grip.y + 90 })
      const to = await editor.position(node)
      // Give or take the grid and a guide; with the zoom from before it would be some hundred pixels off.
      expect(Math.abs(to.x - from.x - 120 / near)).toBeLessThanOrEqual(30)
      expect(Math.abs(to.y - from.y - 90 / near)).toBeLessThanOrEqual(30)
      await expect(node).toBeFocused()
    })
  })
})

/** Runs in the page: notes from frame to frame whether a picture with something on it stands for the edges, which are not drawn. */
function watchForPicture(canvas: Element) {
  const watched = { isSeen: false }
  const hasInk = (picture: HTMLCanvasElement) => {
    const { width, height } = picture
    const copy = new OffscreenCanvas(width, height).getContext('2d')
    copy?.drawImage(picture, 0, 0)
    const { data } = copy?.getImageData(0, 0, width, height) ?? { data: [] }
    return data.some((value) => value > 0)
  }
  const look = () => {
    const edges = canvas.querySelector('.react-flow__edges')
    const picture = canvas.querySelector<HTMLCanvasElement>('.react-flow__viewport > canvas')
    const isInstead = edges && picture && getComputedStyle(edges).contentVisibility === 'hidden'
    if (isInstead && hasInk(picture)) watched.isSeen = true
    else requestAnimationFrame(look)
  }
  look()
  return watched
}

/** Runs in the page: turns the wheel over the pane, and tells at once what stands for the edges. Of each that is painted, whether it is selected. */
function wheelAndLook(canvas: Element) {
  const pane = canvas.querySelector('.react-flow__pane')
  const { x = 0, y = 0 } = pane?.getBoundingClientRect() ?? {}
  const turn = { bubbles: true, cancelable: true, clientX: x + 100, clientY: y + 100, deltaY: -20 }
  pane?.dispatchEvent(new WheelEvent('wheel', turn))
  const edges = [...canvas.querySelectorAll('.react-flow__edge')].filter((edge) => edge.checkVisibility())
  return {
    pictures: canvas.querySelectorAll('.react-flow__viewport > canvas').length,
    painted: edges.map((edge) => edge.classList.contains('selected')),
  }
}
