import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { PresetHeadersResponse } from '../src/preset-headers-response.ts'

it.each<[string, (response: PresetHeadersResponse) => void]>([
  ['an object', (response) => response.writeHead(200, { 'x-own': 'own' })],
  ['a list', (response) => response.writeHead(200, ['x-own', 'own'])],
  ['a reason and an object', (response) => response.writeHead(200, 'Fine', { 'x-own': 'own' })],
])('a response has the preset headers beside its own, given as %s', async (_, writeHead) => {
  const server = createServer({ ServerResponse: PresetHeadersResponse }, (_request, response) => {
    response.addHeaders({ 'x-first': 'first', 'x-own': 'preset' })
    response.addHeaders({ 'x-second': 'second' })
    writeHead(response)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  server.close()
  expect(['x-first', 'x-second', 'x-own'].map((name) => headers.get(name))).toEqual(['first', 'second', 'own'])
})
