import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../lib/process.ts'
import { readRules } from '../lib/rules.ts'
import { requirementsOf } from './asvs-levels.ts'

const STATES = ['met', 'in part', 'not applicable', 'not met']

const page = readFileSync(join(ROOT, 'docs', 'asvs.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [, id = '', about, state = '', where = '', why] = line.split('|').map((cell) => cell.trim())
    return { id, about, state, where: where.split(' ').filter(Boolean), why }
  })

describe('the page on ASVS', () => {
  it('[OPS-355] has each requirement of levels 1 and 2 once, and no requirement that there is not', () => {
    const ids = rows.map(({ id }) => id)
    expect(requirementsOf('1', '2')).toHaveLength(253)
    expect(requirementsOf('1', '2').filter((id) => !ids.includes(id))).toEqual([])
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(ids.filter((id) => !requirementsOf('1', '2', '3').includes(id))).toEqual([])
  })

  it('[OPS-355] says of each whether it is met, with where, or why not', () => {
    for (const { id, about, state, where, why } of rows) {
      expect([id, STATES.includes(state), about !== '']).toEqual([id, true, true])
      if (state === 'met') expect([id, where.length > 0]).toEqual([id, true])
      else expect([id, why !== '']).toEqual([id, true])
    }
  })

  it('[OPS-356] cites rules and files that there are', () => {
    const rules = new Set(readRules(ROOT).map(({ id }) => id))
    const cited = rows.flatMap(({ where }) => where)
    expect(cited.length).toBeGreaterThan(200)
    const isThere = (one: string) => (one.includes('/') ? existsSync(join(ROOT, one)) : rules.has(one))
    expect(cited.filter((one) => !isThere(one))).toEqual([])
  })

  it('[OPS-355] counts the rows right', () => {
    const shown = [...page.matchAll(/^\| (1|2|3) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)].map((row) => row.slice(1))
    const counted = ['1', '2', '3'].map((level) => {
      const own = rows.filter(({ id }) => requirementsOf(level).includes(id))
      return [level, ...STATES.map((state) => String(own.filter((row) => row.state === state).length))]
    })
    expect(shown).toEqual(counted)
  })
})
