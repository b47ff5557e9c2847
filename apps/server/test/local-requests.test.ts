import { expect, it } from 'vitest'
import { handleErrors } from '../src/plugins/error-responses.ts'
import { identifyClient } from '../src/plugins/identify-client.ts'
import { localOnly } from '../src/plugins/local-requests.ts'
import { newRouter } from '../src/plugins/router.ts'
import { combine } from '../src/plugins/sync-middleware.ts'

it.each([
  ['127.0.0.1', 'localhost:3000', 200],
  ['::1', '[::1]:3000', 200],
  ['::ffff:127.0.0.1', '127.0.0.1:3000', 200],
  ['192.0.2.7', 'localhost:3000', 404],
  ['2001:db8::1', 'localhost:3000', 404],
  ['127.0.0.1', 'evil.test', 404],
  ['127.0.0.1', 'localhost.evil.test', 404],
])('[API-495] a request for the outbox from %s by the host name %s is a %i', async (remoteAddress, host, status) => {
  const router = newRouter()
  const quiet = () => {}
  const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet }
  router.onError(handleErrors({ faultOf: () => undefined, logger }))
  router.get('/outbox', combine(identifyClient({ trustedProxies: 0 })), localOnly, (context) => context.text('mails'))
  const answer = await router.request(`http://${host}/outbox`, {}, { incoming: { socket: { remoteAddress } } })
  expect(answer.status).toBe(status)
})
