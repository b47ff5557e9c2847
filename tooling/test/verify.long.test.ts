import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT, run } from '../lib/process.ts'
import type { CaseFile, ReferenceCase } from '../reference-cases/reference-case.ts'
import { describeOutcome } from '../verify/outcome.ts'
import { readCases } from '../verify/read-cases.ts'
import { runCases } from '../verify/run-cases.ts'
import { folderWith } from './folder.ts'

const FILE = join(ROOT, 'tooling', 'reference-cases', 'reference-cases.json')
const OWN = JSON.parse(readFileSync(FILE, 'utf8')) as { meta: object; cases: readonly ReferenceCase[] }
const ALL = { ...OWN, cases: OWN.cases.filter(({ group }) => group === 'live') }
const SHARED: CaseFile = { profiles: {}, cases: ALL.cases }

const readIn = (folder: string, document: unknown) => {
  const file = join(folder, 'cases.json')
  writeFileSync(file, JSON.stringify(document))
  return readCases(file, null)
}

describe('npm run verify', () => {
  it('[VER-71] tells each case in the order of the file, whichever thread ends first', async () => {
    const ids = ['ST-06', 'ST-01', 'ST-12', 'ST-21', 'ST-02']
    const cases = ALL.cases.filter(({ id }) => ids.includes(id))
    const told: string[] = []
    const outcomes = await runCases(cases, { file: SHARED, threads: 2, onOutcome: ({ id }) => told.push(id) })
    expect(told).toEqual(cases.map(({ id }) => id))
    expect(outcomes.every(({ isPassed }) => isPassed)).toBe(true)
  })

  it('[VER-10] begins with the long cases', async () => {
    const cases = ALL.cases.slice(0, 3).map((one, index) => {
      const tolerance = { ...one.tolerance, minRequestsPerReplication: 1000 * (index + 1) }
      return { ...one, tolerance }
    })
    const done: string[] = []
    await runCases(cases, { file: SHARED, threads: 1, onOutcome: () => {}, onDone: ({ id }) => done.push(id) })
    expect(done).toEqual(cases.map(({ id }) => id).reverse())
  })

  it('[VER-4] counts a case as failed whose engine is not there, that nothing measures, or that breaks', async () => {
    const [first, , , , , , , eighth] = ALL.cases as [ReferenceCase, ...ReferenceCase[]]
    const cases = [
      { ...first, group: 'closed-form', level: 'diagram' },
      { ...first, inputs: { moons: 2 } },
      { ...(eighth as ReferenceCase), inputs: { util: 0.9, threshold: 0.6, entries: 1 } },
      first,
    ]
    const outcomes = await runCases(cases, { file: SHARED, threads: 1, onOutcome: () => {} })
    expect(outcomes.map(({ isPassed }) => isPassed)).toEqual([false, false, false, true])
    const texts = outcomes.map(describeOutcome)
    expect(texts[0]).toContain('cannot be read: no diagram is made of users, think, ticks')
    expect(texts[1]).toContain('Nothing in the live engine is measured from moons')
    expect(texts[2]).toContain('No component can have the threshold 0.6.')
    expect(texts[3]).toMatch(/^ok {3}ST-01 /)
  })

  it('[VER-5] [VER-75] refuses a file that is not one of cases, and says where', () => {
    const folder = folderWith({})
    const [first] = ALL.cases
    expect(() => readIn(folder, { meta: ALL.meta })).toThrow('has no list of cases')
    expect(() => readIn(folder, { meta: ALL.meta, cases: [] })).toThrow('has no case')
    expect(() => readIn(folder, { meta: ALL.meta, cases: [first, { id: 'X' }] })).toThrow('cases.1 has no title')
    const empty = join(folder, 'empty.json')
    writeFileSync(empty, '')
    expect(() => readCases(empty, null)).toThrow(`${empty} is no JSON`)
    const typed = { ...ALL.meta, form: 'typed' }
    for (const check of ['moon', { text: 'nothing', that: [] }])
      expect(() => readIn(folder, { meta: typed, cases: [{ ...first, checks: [check] }] })).toThrow(
        'cases.0 has no text or no conditions in checks.0',
      )
    expect(() => readIn(folder, { cases: [first] })).toThrow('a rule that the file does not tell: exact')
    expect(() => readIn(folder, { meta: ALL.meta, cases: [first, first] })).toThrow('two cases ST-01')
    expect(() => readCases(FILE, ['ST-98'])).toThrow('There is no case ST-98')
    expect(readCases(FILE, ['ST-21', 'ST-01']).cases.map(({ id }) => id)).toEqual(['ST-01', 'ST-21'])
  })

  it('[VER-2] [VER-72] [VER-73] [VER-74] [VER-76] [VER-82] ends with the counts, writes what was measured, and exits by them', async () => {
    const folder = folderWith({})
    const out = join(folder, 'out.json')
    const verify = (...words: string[]) => run('node', ['tooling/commands/verify.ts', ...words])
    const good = await verify('--cases', FILE, '--only', 'ST-01,ST-16', '--json', out)
    expect(good.code).toBe(0)
    expect(good.output.trimEnd().split('\n').at(-1)).toBe('2 passed, 0 failed')
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
      passed: 2,
      cases: [{ id: 'ST-01', isPassed: true, measured: { perTick: 10 }, expected: { total: 6000 } }, { id: 'ST-16' }],
    })
    const wrong = join(folder, 'wrong.json')
    const [first] = ALL.cases
    writeFileSync(wrong, JSON.stringify({ ...ALL, cases: [{ ...first, expected: { perTick: 11 } }] }))
    const bad = await verify('--cases', wrong)
    expect(bad.code).toBe(1)
    expect(bad.output).toContain('perTick: 10 instead of 11')
    expect(bad.output.trimEnd().split('\n').at(-1)).toBe('0 passed, 1 failed')
    expect((await verify('--threads', 'many')).code).toBe(2)
    expect((await verify('--only', 'ST-98')).code).toBe(2)
    const told = spawnSync(process.execPath, ['tooling/commands/verify.ts', '--only', 'ST-01'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    expect([told.stdout.includes('ST-01 took'), told.stderr.includes('ST-01 took')]).toEqual([false, true])
  })

  it('[VER-83] [VER-84] [VER-85] [VER-89] [VER-116] goes on from what an earlier run has written, and writes a page of the own cases', async () => {
    const folder = folderWith({})
    const [out, page] = [join(folder, 'out.json'), join(folder, 'page.md')]
    const verify = (...words: string[]) => run('node', ['tooling/commands/verify.ts', ...words])
    await verify('--only', 'ST-01', '--json', out)
    const earlier = JSON.parse(readFileSync(out, 'utf8')) as { cases: readonly object[] }
    const marked = { ...earlier, cases: earlier.cases.map((one) => ({ ...one, seconds: 123.4, commit: 'abc1234' })) }
    writeFileSync(out, JSON.stringify(marked))
    const both = await verify('--only', 'ST-01,ST-16', '--json', out, '--resume', '--page', page, '--threads', '1')
    expect(both.code).toBe(0)
    expect(both.output).toContain('ST-01   123.4 s')
    expect(both.output).not.toContain('ST-01 took')
    expect(both.output).toContain('ST-16 took')
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
      passed: 2,
      cases: [{ id: 'ST-01' }, { id: 'ST-16' }],
    })
    expect(readFileSync(page, 'utf8')).toMatch(
      /2 of 2 cases of `reference-cases.json` are met: 1 at commit abc1234, 1 at commit [0-9a-f]+, version \d+ of the event engine, \d{4}-\d\d-\d\d\.[\s\S]*\| total \| 6000 \| 6000 \| yes \|/,
    )
    expect(readFileSync(page, 'utf8')).toContain('## Coverage')
    expect((await verify('--resume')).code).toBe(2)
  })
})
