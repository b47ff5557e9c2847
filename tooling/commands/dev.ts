import { join } from 'node:path'
import { ROOT, start, stopTogether } from '../lib/process.ts'

// The browser talks to Vite, which sends /api on to the server; both begin again on a change.
const port = Number(process.env.PORT ?? 3000)
const apiPort = port + 1

stopTogether()
const server = start('node', ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
  env: { PORT: String(apiPort), PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}` },
  stdio: 'inherit',
})
const web = start('vite', ['--port', String(port), '--strictPort', '--clearScreen', 'false'], {
  cwd: join(ROOT, 'apps', 'web'),
  env: { API_ORIGIN: `http://127.0.0.1:${apiPort}` },
  stdio: 'inherit',
})

for (const [one, other] of [
  [server, web],
  [web, server],
] as const)
  one.once('close', (code) => {
    other.kill()
    process.exitCode = code ?? 1
  })
