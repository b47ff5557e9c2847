import { expect, test } from '../fixtures/test.ts'
import { everyKind, IGNORED, PropertiesPanel } from '../pages/properties.page.ts'

const UNDO = 'Control+z'
const REDO = 'Control+Shift+z'

test('[EDT-100] [PRP-28] [PRP-29] [PRP-31] [PRP-40] [PRP-212] [PRP-213] each edit is one step of undo', async ({
  signedIn: page,
  api,
}) => {
  test.slow()
  const panel = await PropertiesPanel.openFlow(page, api, everyKind())
  await test.step('[PRP-28] keys that step a number are one step, a toggle, a choice and an entry one each', async () => {
    await panel.selectNode('Server')
    await panel.open('Deployment')
    await panel.open('Traffic')
    const [cores, gpu, region] = [panel.field('CPU cores'), panel.field('GPU'), panel.field('Region')]
    const entries = panel.group('Traffic').getByRole('listitem')
    for (let times = 0; times < 3; times++) await cores.press('ArrowUp')
    await gpu.check()
    await gpu.uncheck()
    await region.selectOption('eu-west-1')
    await panel.field('Supported protocols').fill('TCP')
    await panel.field('Supported protocols').press('Enter')
    await expect(entries).toHaveText(['HTTP', 'HTTPS', 'TCP'])

    await panel.node('Server').focus()
    await page.keyboard.press(UNDO)
    await expect(entries).toHaveText(['HTTP', 'HTTPS'])
    await page.keyboard.press(UNDO)
    await expect(region).toHaveValue('us-east-1')
    await page.keyboard.press(UNDO)
    await expect(gpu).toBeChecked()
    await page.keyboard.press(UNDO)
    await expect(gpu).not.toBeChecked()
    await expect(cores).toHaveValue('7')
    await page.keyboard.press(UNDO)
    await expect(cores).toHaveValue('4')
  })

  await test.step('[PRP-28] an edit that changes nothing is no step', async () => {
    await panel.selectNode('Server')
    const [gpu, cores, label] = [panel.field('GPU'), panel.field('CPU cores'), panel.field('Label')]
    await gpu.check()
    // Half a second without a key would be a step of its own, which neither a refusal nor Escape takes back.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)

    await cores.focus()
    await page.keyboard.type('129')
    await cores.blur()
    await cores.focus()
    await page.keyboard.type('16')
    await page.keyboard.press('Escape')
    await page.keyboard.press('End')
    await page.keyboard.type('2')
    await expect(cores).toHaveValue('42')
    await page.keyboard.press('Backspace')
    await cores.blur()
    await cores.press('ArrowUp')
    await cores.press('ArrowDown')
    await label.focus()
    await label.press('End')
    await page.keyboard.type('s')
    await page.keyboard.press('Backspace')
    await expect(cores).toHaveValue('4')
    await page.clock.resume()

    await panel.node('Server').focus()
    await page.keyboard.press(UNDO)
    await expect(gpu).not.toBeChecked()
  })

  await test.step('[PRP-28] [PRP-29] what is typed until the field is left is one step, from within the field or without', async () => {
    await panel.selectNode('Server')
    const [cores, memory] = [panel.field('CPU cores'), panel.field('Memory')]
    // Here, too, nothing is a step of its own because a machine is slow.
    await page.clock.pauseAt(Date.now() + 90_000)
    await cores.focus()
    await page.keyboard.type('128')
    await memory.focus()
    await page.keyboard.type('512')
    await expect(panel.node('Server')).toContainText('128 cores · 2.5 GHz · 512 GB')
    await page.clock.resume()

    await page.keyboard.press(UNDO)
    await expect(memory).toHaveValue('8')
    await expect(memory).toBeFocused()
    await panel.node('Server').focus()
    await page.keyboard.press(UNDO)
    await expect(cores).toHaveValue('4')
    await expect(panel.node('Server')).toContainText('4 cores · 2.5 GHz · 8 GB')
    await page.keyboard.press(REDO)
    await page.keyboard.press(REDO)
    await expect(panel.node('Server')).toContainText('128 cores · 2.5 GHz · 512 GB')
  })

  await test.step('[EDT-100] undo in an entry that is not in its list yet takes back what was typed, and nothing of the flow', async () => {
    await panel.selectNode('Client')
    await panel.open('Connection')
    const [field, entries] = [panel.field('Supported protocols'), panel.group('Connection').getByRole('listitem')]
    await field.pressSequentially('SCTP')
    await field.press('Enter')
    await field.pressSequentially('Q')
    await page.keyboard.press(UNDO)
    await expect(field).toHaveValue('')
    await expect(entries).toHaveText(['HTTP', 'HTTPS', 'SCTP'])
    await page.keyboard.press(UNDO)
    await expect(entries).toHaveText(['HTTP', 'HTTPS'])
    await expect(field).toBeFocused()
  })

  await test.step('[PRP-31] [PRP-28] a share is set by a slider, each drag of it one step', async () => {
    await panel.selectNode('Client')
    await panel.open('Network')
    const slider = panel.region.getByRole('slider', { name: 'Packet loss rate slider' })
    const field = panel.field('Packet loss rate')
    await expect(slider).toHaveValue('0.01')
    await slider.scrollIntoViewIfNeeded()
    const box = await slider.boundingBox()
    if (!box) throw new Error('The slider is not on the screen.')
    const middle = box.y + box.height / 2
    await page.mouse.move(box.x + box.width / 4, middle)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width, middle, { steps: 5 })
    await page.mouse.up()
    await expect(field).toHaveValue('0.2')
    await page.keyboard.press(UNDO)
    await expect(field).toHaveValue('0.01')
    await expect(slider).toHaveValue('0.01')

    await field.fill('0.15')
    await expect(slider).toHaveValue('0.15')
    await field.press('Tab')
    await expect(slider).not.toBeFocused()
  })

  await test.step('[PRP-28] another kind is one step, and undo brings back what the connection was', async () => {
    await panel.selectEdge('http')
    await panel.field('Max throughput').fill('77')
    await panel.field('Connection kind').selectOption('MQTT')
    await expect(panel.field('Max throughput')).toHaveValue('1,000')
    await panel.field('Connection kind').press(UNDO)
    await expect(panel.field('Connection kind')).toHaveValue('http')
    await expect(panel.field('Max throughput')).toHaveValue('77')
  })

  await test.step('[PRP-40] [PRP-212] [PRP-213] Escape after Enter leaves the field and what was typed; a text that is given up can be redone', async () => {
    await panel.selectNode('Server')
    await panel.open(IGNORED)
    const [label, description] = [panel.field('Label'), panel.field('Description')]
    await label.fill('Orders')
    await label.press('Enter')
    await label.press('Escape')
    await expect(label).not.toBeFocused()
    await expect(panel.node('Server')).toContainText('Orders')

    // And here.
    await page.clock.pauseAt(Date.now() + 120_000)
    await label.fill('Stock')
    await label.press('Escape')
    await expect(label).toHaveValue('Orders')
    await label.press(REDO)
    await expect(label).toHaveValue('Stock')

    await description.fill('')
    await page.keyboard.type('Takes orders.')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Forgets them.')
    await page.keyboard.press('Escape')
    await expect(description).toHaveValue('Takes orders.')
    await expect(description).toBeFocused()
  })
})
