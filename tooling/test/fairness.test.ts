import { createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { FAIRNESS_ROWS } from '../../apps/server/test/fairness/run-row.ts'
import { faultsOf, describe as figuresOf, p99 } from '../../apps/server/test/fairness/verdict.ts'
import { openWire, requestBytes } from '../../apps/server/test/fairness/wire.ts'

const GOOD = {
  requests: [...Array.from({ length: 99 }, () => 12), 400],
  logins: [80],
  refused: {},
  peakMiB: 230,
  isAlive: true,
  faults: [],
}

it('[VER-90] has a row for each attack of the table', () => {
  expect(FAIRNESS_ROWS.map(({ id }) => id)).toEqual([
    ...['STALE', 'LOGINS', 'MAILS', 'LINK', 'EXPERIMENTS', 'SOCKETS', 'AWARENESS', 'UPDATES', 'UNSAVED'],
    ...['BODY', 'UPLOADS', 'READERS', 'QUOTA', 'DELETE', 'LARGE'],
  ])
})

it('[VER-91] a row holds when honest users notice nothing', () => {
  expect(faultsOf(GOOD)).toEqual([])
  expect(figuresOf(GOOD)).toBe('p99 12 ms, logins 80 ms, 0 of 101 refused, 230 MiB, survived')
})

it('[VER-91] a row fails by each of its bounds', () => {
  expect(faultsOf({ ...GOOD, requests: Array.from({ length: 100 }, () => 100) })).toEqual([
    'p99 of honest requests 100 ms, below 100 needed',
  ])
  expect(faultsOf({ ...GOOD, logins: [500] })).toEqual(['p99 of honest logins 500 ms, below 500 needed'])
  expect(faultsOf({ ...GOOD, refused: { 'save 503': 2 } })).toEqual(['honest requests refused: 2 × save 503'])
  expect(faultsOf({ ...GOOD, peakMiB: 512 })).toEqual(['512 MiB of memory, below 512 needed'])
  expect(faultsOf({ ...GOOD, isAlive: false })).toEqual(['the server died'])
  expect(faultsOf({ ...GOOD, requests: [] })).toEqual(['no honest request was answered'])
})

it('[VER-92] a row fails by what the attack itself shows', () => {
  expect(faultsOf({ ...GOOD, faults: ['150 mails, 50 are allowed'] })).toEqual(['150 mails, 50 are allowed'])
})

it('[VER-91] the 99th percentile of few is the slowest of them', () => {
  expect([p99([]), p99([3]), p99([1, 2, 300.4]), p99(Array.from({ length: 200 }, (_, index) => index))]).toEqual([
    0, 3, 300, 197,
  ])
})

it('[VER-93] one connection asks again and again, in parts and after it was closed', async () => {
  const answers = [
    ['HTTP/1.1 200 OK\r\ncontent-le', 'ngth: 5\r\n\r\nhe', 'llo'],
    ['HTTP/1.1 204 No Content\r\n\r\n'],
    ['HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhe', undefined],
    ['HTTP/1.1 409 Conflict\r\ncontent-length: 2\r\n\r\n{}'],
  ]
  const asked: string[] = []
  const server = createServer((socket: Socket) => {
    socket.on('data', async (data: Buffer) => {
      asked.push(data.toString())
      for (const part of answers.shift() ?? []) {
        if (part === undefined) socket.destroy()
        else await new Promise((resolve) => socket.write(part, () => setImmediate(resolve)))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const wire = openWire(Object(server.address()).port)
  const request = requestBytes({ path: '/api/flows', token: 'abc', body: { name: 'ä' } })
  const seen = []
  for (let count = 0; count < 4; count++) seen.push(await wire.ask(request))
  expect(seen.map(({ status, text }) => [status, text])).toEqual([
    [200, 'hello'],
    [204, ''],
    [0, ''],
    [409, '{}'],
  ])
  expect(asked[0]).toBe(
    'POST /api/flows HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer abc\r\n' +
      'content-type: application/json\r\ncontent-length: 13\r\n\r\n{"name":"ä"}',
  )
  wire.close()
  server.close()
})
