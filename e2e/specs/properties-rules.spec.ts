import { expect, test } from '../fixtures/test.ts'
import { everyKind, IGNORED, PropertiesPanel } from '../pages/properties.page.ts'

/** Selects a connection and opens some sections. */
async function onConnection(panel: PropertiesPanel, type: string, ...sections: (string | RegExp)[]): Promise<void> {
  await panel.selectEdge(type)
  for (const section of sections) await panel.open(section)
}

test('[PRP-3] [PRP-11] [PRP-205] [PRP-13] [PRP-16] what is entered in a field bounds, changes, shows and hides others', async ({
  signedIn,
  api,
}) => {
  test.slow()
  const panel = await PropertiesPanel.openFlow(signedIn, api, everyKind())
  await test.step('[PRP-16] gRPC: choosing mTLS authentication forces the encryption to mTLS', async () => {
    await onConnection(panel, 'grpc', 'Security')
    await expect(panel.field('Encryption')).toHaveValue('TLS')
    await panel.field('Authentication').focus()
    await panel.field('Authentication').selectOption('mTLS')
    await expect(panel.field('Encryption')).toHaveValue('mTLS')
    await expect(panel.region.getByRole('status').filter({ hasText: 'Encryption: mTLS' })).toBeAttached()
    await panel.field('Authentication').selectOption('OAuth')
    await expect(panel.field('Encryption')).toHaveValue('mTLS')
  })

  await test.step('[PRP-16] database: read only and the connection type follow each other', async () => {
    await onConnection(panel, 'database', 'Connection', IGNORED)
    const [readOnly, type] = [panel.field('Read only'), panel.field('Connection type')]
    await readOnly.check()
    await expect(type).toHaveValue('Read')
    await readOnly.uncheck()
    await expect(type).toHaveValue('Read-Write')
    await type.selectOption('Read')
    await expect(readOnly).toBeChecked()
    await type.selectOption('Admin')
    await expect(readOnly).not.toBeChecked()
  })

  await test.step('[PRP-13] TCP: reliable delivery is at-least-once, and else best-effort', async () => {
    await onConnection(panel, 'tcp', IGNORED)
    await panel.field('Reliable delivery').check()
    await expect(panel.field('Reliability')).toHaveValue('At-Least-Once')
    await panel.field('Reliable delivery').uncheck()
    await expect(panel.field('Reliability')).toHaveValue('Best-Effort')
    await panel.field('Reliability').selectOption('Exactly-Once')
    await expect(panel.field('Reliable delivery')).toBeChecked()
  })

  await test.step('[PRP-16] UDP: broadcast and multicast exclude each other', async () => {
    await onConnection(panel, 'udp', IGNORED)
    const [broadcast, multicast] = [panel.field('Broadcast'), panel.field('Multicast')]
    await broadcast.check()
    await multicast.check()
    await expect(broadcast).not.toBeChecked()
    await broadcast.check()
    await expect(multicast).not.toBeChecked()
  })

  await test.step('[PRP-13] MQTT: clean session is the opposite of durable, retain the same as persistent', async () => {
    await onConnection(panel, 'mqtt', IGNORED)
    await panel.field('Clean session').check()
    await expect(panel.field('Durable subscription')).not.toBeChecked()
    await panel.field('Durable subscription').check()
    await expect(panel.field('Clean session')).not.toBeChecked()
    await panel.field('Retain').uncheck()
    await expect(panel.field('Persistent messages')).not.toBeChecked()
    await panel.field('Persistent messages').check()
    await expect(panel.field('Retain')).toBeChecked()
  })

  await test.step('[PRP-13] AMQP: mandatory is retry, immediate the circuit breaker', async () => {
    await onConnection(panel, 'amqp', 'Delivery', 'Reliability')
    await panel.field('Mandatory').uncheck()
    await expect(panel.field('Retry')).not.toBeChecked()
    await expect(panel.field('Circuit breaker status')).toHaveCount(0)
    await panel.field('Immediate').check()
    await expect(panel.field('Circuit breaker')).toBeChecked()
    await expect(panel.field('Circuit breaker status')).toHaveValue('Closed')
    await panel.field('Retry').check()
    await panel.field('Circuit breaker').uncheck()
    await expect(panel.field('Mandatory')).toBeChecked()
    await expect(panel.field('Immediate')).not.toBeChecked()
  })

  await test.step('[PRP-11] servers: the least and the most instances bound each other', async () => {
    await panel.selectNode('Server')
    await panel.open('Scaling')
    await panel.field('Auto-scaling').check()
    await panel.field('Min instances').fill('11')
    await expect(panel.region.getByText('Must be 1 – 10 instances (Max instances)', { exact: true })).toBeVisible()
    await panel.field('Max instances').fill('11')
    await panel.field('Min instances').fill('11')
    await expect(panel.field('Min instances')).toHaveAttribute('aria-invalid', 'false')
    await panel.field('Max instances').fill('10')
    await expect(panel.field('Max instances')).toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('[PRP-11] database connections: the least and the most connections bound each other', async () => {
    await onConnection(panel, 'database', 'Connection')
    await panel.field('Min connections').fill('21')
    await expect(panel.region.getByText('Must be 1 – 20 connections (Max connections)', { exact: true })).toBeVisible()
    await panel.field('Max connections').fill('4')
    await expect(
      panel.region.getByText('Must be at least 5 connections (Min connections)', { exact: true }),
    ).toBeVisible()
    await panel.field('Max connections').fill('21')
    await panel.field('Min connections').fill('21')
    await expect(panel.field('Min connections')).toHaveAttribute('aria-invalid', 'false')
  })

  await test.step('[PRP-3] the status of a circuit breaker is there only while the breaker is enabled', async () => {
    await onConnection(panel, 'http', 'Reliability')
    const status = panel.field('Circuit breaker status')
    await expect(status).toHaveCount(0)
    await panel.field('Circuit breaker').check()
    await expect(status.locator('option')).toHaveText(['Closed', 'Open', 'Half-Open'])
    await status.selectOption('Half-Open')
    await panel.field('Circuit breaker').uncheck()
    await expect(status).toHaveCount(0)
    await panel.field('Circuit breaker').check()
    await expect(status).toHaveValue('Half-Open')
  })

  await test.step('[PRP-205] databases: another type offers its own subtypes and takes back one it has not', async () => {
    await panel.selectNode('Database')
    await panel.open(IGNORED)
    const [type, subtype] = [panel.field('Database type'), panel.field('Database subtype')]
    await type.selectOption('NoSQL')
    await expect(subtype.locator('option')).toHaveText([
      'Select a subtype',
      'Document',
      'Key-Value',
      'Column-Family',
      'Graph',
    ])
    await expect(subtype).toHaveValue('')
    await subtype.selectOption('Graph')
    await type.selectOption('SQL')
    await expect(subtype).toHaveValue('Graph')
    await expect(subtype.locator('option:checked')).toHaveText('Graph SQL')
  })
})
