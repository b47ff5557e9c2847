import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createEdge, createNode } from '@plimsoll/flow'
import { expect, it } from 'vitest'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { createReplicator, toEnd } from '../../src/index.ts'
import { DEFAULT_SETTINGS } from '../../src/settings.ts'

/** With the fault of docs/decisions/0229 every fifth process was wrong. */
const PROCESSES = sized({ small: 3, full: 16 })

it('[SIM-321] merges response times to the same figures whenever the code is compiled', () => {
  const position = { x: 0, y: 0 }
  const flow = {
    nodes: [
      createNode('Client', { id: 'c', position, settings: { concurrentUsers: 20 } }),
      createNode('Server', { id: 's', position }),
    ],
    edges: [createEdge('http', { id: 'e', ends: { source: 'c', target: 's' } })],
  }
  const settings = { ...DEFAULT_SETTINGS, durationMs: 20_000, warmUpMs: 4000 }
  const replicate = createReplicator({ flow, settings })
  const input = JSON.stringify([1, 2, 3].map((seed) => toEnd(replicate({ seed }))))
  const script = join(import.meta.dirname, 'merge-often.ts')
  const changed = Array.from({ length: PROCESSES }, () =>
    spawnSync(process.execPath, [script], { input }).stdout.toString(),
  )
  expect(changed).toEqual(changed.map(() => '0\n'))
})
