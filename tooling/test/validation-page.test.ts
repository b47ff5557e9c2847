import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EVENT_ENGINE } from '@plimsoll/event-engine'
import { expect, it } from 'vitest'
import { ROOT } from '../lib/process.ts'

const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8')

it('[VER-117] the page of the reference cases is of all of them, by the present version of the event engine', () => {
  const { cases } = JSON.parse(read('tooling', 'reference-cases', 'reference-cases.json'))
  const page = read('docs', 'validation.md')
  const [, ...told] = page.match(/^(\d+) of (\d+) cases of .* are met: .* version (\d+) of the event engine/m) ?? []
  expect(told.map(Number)).toEqual([cases.length, cases.length, EVENT_ENGINE.version])
  for (const { id, title } of cases) expect(page).toContain(`## ${id} ${title.replaceAll('|', '\\|')}\n\nMet. `)
})
