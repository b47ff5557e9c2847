import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderWith } from './folder.ts'

const PROCESS = join(import.meta.dirname, '..', 'lib', 'process.ts')

it('[OPS-8] stops what a command has started when the command is stopped', async () => {
  const root = folderWith({
    'child.ts': `process.on('SIGTERM', () => { console.log('child stopped'); process.exit() })
      console.log('child started')
      setInterval(() => {}, 1000)`,
    'command.ts': `import { start, stopTogether } from ${JSON.stringify(PROCESS)}
      stopTogether()
      start(process.execPath, ['child.ts'], { cwd: import.meta.dirname, stdio: 'inherit' })`,
  })
  const command = spawn(process.execPath, [join(root, 'command.ts')])
  let printed = ''
  command.stdout.on('data', (chunk) => {
    printed += chunk
    if (String(chunk).includes('child started')) command.kill('SIGTERM')
  })
  const [code] = await once(command, 'close')
  expect(printed).toBe('child started\nchild stopped\n')
  expect(code).toBe(143)
})
