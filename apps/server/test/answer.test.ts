import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { Answer } from '../src/answer.ts'

it.each<[string, (answer: Answer) => void]>([
  ['an object', (answer) => answer.writeHead(200, { 'x-own': 'own' })],
  ['a list', (answer) => answer.writeHead(200, ['x-own', 'own'])],
  ['a reason and an object', (answer) => answer.writeHead(200, 'Fine', { 'x-own': 'own' })],
])('an answer has the headers of all beside its own, given as %s', async (_, give) => {
  const server = createServer({ ServerResponse: Answer }, (_request, answer) => {
    answer.addHeaders({ 'x-first': 'first', 'x-own': 'of all' })
    answer.addHeaders({ 'x-second': 'second' })
    give(answer)
    answer.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  server.close()
  expect(['x-first', 'x-second', 'x-own'].map((name) => headers.get(name))).toEqual(['first', 'second', 'own'])
})
