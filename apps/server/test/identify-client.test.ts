import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { identifyClient } from '../src/plugins/identify-client.ts'
import type { PublicEnv } from '../src/plugins/router.ts'
import { combine } from '../src/plugins/sync-middleware.ts'

async function clientOf(remoteAddress: string, headers: Record<string, string> = {}, trustedProxies = 0) {
  const app = new Hono<PublicEnv>()
  app.use(combine(identifyClient({ trustedProxies })))
  app.get('/', (context) => context.json(context.get('client')))
  const answer = await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } })
  return (await answer.json()) as { address: string; userAgent: string | null }
}

describe('the client of a request', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('[REL-RL5] %s counts as %s', async (address, counted) => {
    expect((await clientOf(address)).address).toBe(counted)
  })

  it.each([
    [0, '203.0.113.1', '10.0.0.1'],
    [1, '203.0.113.1', '203.0.113.1'],
    [1, '198.51.100.9, 203.0.113.1', '203.0.113.1'],
    [2, '198.51.100.9, 203.0.113.1', '198.51.100.9'],
    [2, '192.0.2.1, 198.51.100.9, 203.0.113.1', '198.51.100.9'],
    [3, '203.0.113.1', '203.0.113.1'],
    [1, 'unknown', '10.0.0.1'],
    [1, '', '10.0.0.1'],
    [1, '203.0.113.1,', '10.0.0.1'],
  ])('[REL-RL5] behind %i proxies "%s" gives %s', async (proxies, forwarded, address) => {
    expect((await clientOf('10.0.0.1', { 'x-forwarded-for': forwarded }, proxies)).address).toBe(address)
  })

  it('[REL-RL5] no other header sets the address', async () => {
    const headers = { 'x-real-ip': '203.0.113.1', forwarded: 'for=203.0.113.1', 'client-ip': '203.0.113.1' }
    expect((await clientOf('10.0.0.1', headers, 1)).address).toBe('10.0.0.1')
  })

  it('[REL-SE6] the User-Agent is truncated to 200 characters', async () => {
    expect((await clientOf('10.0.0.1')).userAgent).toBeNull()
    expect((await clientOf('10.0.0.1', { 'user-agent': 'x'.repeat(500) })).userAgent).toBe('x'.repeat(200))
  })
})
