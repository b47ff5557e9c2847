import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

// Usage: node bare-server.ts ANSWER_FILE...
/**
 * The least that the same framework can do: one handler for every address, which reads a body to its end if there is one
 * and answers the bytes of the file whose number stands in the path (`/0`), from memory. No accounts, no database, no
 * checks, no headers but the type and length, no log.
 */
const answers = process.argv.slice(2).map((file) => new Uint8Array(readFileSync(file)))
const app = new Hono()
app.all('*', async (context) => {
  if (context.req.method !== 'GET') await context.req.arrayBuffer()
  const answer = answers[Number(context.req.path.slice(1))] ?? new Uint8Array()
  return context.body(answer, 200, { 'content-type': 'application/json' })
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`Bare handler is ready at http://127.0.0.1:${port}`),
)
