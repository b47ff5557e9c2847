import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEdge, createNode } from '@plimsoll/flow'
import { afterAll, describe, expect, it } from 'vitest'
import { parseRecorded } from '../src/simulate/recorded-file.ts'
import { runInProcess } from './run-in-process.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'plimsoll-recorded-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))

const at = { x: 0, y: 0 }
const save = (file: string, text: string) => writeFileSync(join(FOLDER, file), text)
save(
  'flow.json',
  JSON.stringify({
    nodes: [createNode('Client', { id: 'c', position: at }), createNode('Server', { id: 's', position: at })],
    edges: [createEdge('http', { id: 'e', ends: { source: 'c', target: 's' } })],
    simulation: { arrivals: 'deterministic' },
  }),
)

save('rates.csv', 'time,rps\n0,10\n20,0\n40,5\n')

async function simulate(words: readonly string[]) {
  const usual = ['simulate', 'flow.json', '--replications', '1', '--warmup', '0s', '--format', 'json']
  const { status, stdout, stderr } = await runInProcess(FOLDER, [...usual, ...words])
  return { status, stderr, report: stdout === '' ? null : JSON.parse(stdout) }
}

describe('a file of recorded requests', () => {
  it('[CLI-60] [CLI-331] is a list of times, or has headings of its columns', async () => {
    expect(parseRecorded('0.5\n2\r\n\n1e1\n')).toEqual([0.5, 2, 10])
    expect(parseRecorded('\uFEFFtime\n3\n')).toEqual([3])
    expect(parseRecorded('Time, "type" ,size\n1,write,4\n2,,\n3,"Read"\n')).toEqual([
      { atS: 1, type: 'Write', sizeKB: 4 },
      2,
      { atS: 3, type: 'Read' },
    ])
    expect(parseRecorded('time,rps\n0,20\n60,35.5\n')).toEqual([
      { atS: 0, rps: 20 },
      { atS: 60, rps: 35.5 },
    ])
  })

  it.each([
    ['', 'line 1, column 1: there is no request and no rate'],
    ['time\n', 'line 2, column 1: there is no request and no rate'],
    ['1\n2\nsoon\n', 'line 3, column 1: time must be a time in seconds, not "soon"'],
    ['1\n0x10\n', 'line 2, column 1: time must be a time in seconds, not "0x10"'],
    ['0x10\n', 'line 1, column 1: must be a heading: time, and perhaps rps, type and size, not "0x10"'],
    ['1\n2,3\n', 'line 2, column 3: there are only 1 columns'],
    ['1,2\n', 'line 1, column 1: must be a heading: time, and perhaps rps, type and size, not "1"'],
    ['rps,type\n', 'line 1, column 1: must be a heading: time, and perhaps rps, type and size'],
    ['time,rps\n0, -4\n', 'line 2, column 4: rps must be requests per second, not "-4"'],
    ['time,rps\n\n0\n', 'line 3, column 2: rps must be requests per second, not ""'],
    ['time,type\n0,Reed\n', 'line 2, column 3: type must be Read, Write, Compute, Transaction, not "Reed"'],
    ['time,size,time\n', 'line 1, column 11: there are two columns time'],
  ])('[CLI-61] %j is refused with line and column', (text, message) => {
    expect(() => parseRecorded(text)).toThrow(message)
  })

  it('[CLI-61] ends the command with 2 where it cannot be read', async () => {
    const missing = await simulate(['--arrivals-file', 'none.csv'])
    expect([missing.status, missing.report]).toEqual([2, null])
    expect(missing.stderr).toContain('none.csv cannot be read')
    save('bad.csv', 'time,rps\n1,x\n')
    const bad = await simulate(['--arrivals-file', 'bad.csv'])
    expect([
      bad.status,
      bad.stderr.trim().endsWith('line 2, column 3: rps must be requests per second, not "x"'),
    ]).toEqual([2, true])
  })

  it('[CLI-60] [CLI-62] [CLI-333] is what comes, as long as it lasts', async () => {
    save('times.csv', 'time,type\n0.5,Read\n1,Write\n1,Read\n11.2,Read\n')
    const times = await simulate(['--arrivals-file', 'times.csv'])
    expect(times.report.clients[0].arrived).toBe(4)
    expect(times.report.settings.durationMs).toBe(12_000)
    const rates = await simulate(['--arrivals-file', 'rates.csv'])
    expect(rates.report.clients[0].arrived).toBe(300)
    expect(rates.report.settings.durationMs).toBe(60_000)
  })

  it('[CLI-381] leaves time for what comes at the end of a second', async () => {
    save('seconds.csv', '1\n1\n2\n')
    const { report } = await simulate(['--arrivals-file', 'seconds.csv'])
    expect(report.settings.durationMs).toBe(3000)
    expect(report.clients[0].completed).toBe(3)
  })

  it('[CLI-332] replaces what is saved', async () => {
    const saved = JSON.parse(readFileSync(join(FOLDER, 'flow.json'), 'utf8'))
    save('saved.json', JSON.stringify({ ...saved, simulation: { ...saved.simulation, recorded: [0.5, 1, 1.5] } }))
    const arrived = async (...words: string[]) => {
      const usual = ['--replications', '1', '--warmup', '0s', '--duration', '10s', '--format', 'json']
      const { stdout } = await runInProcess(FOLDER, ['simulate', 'saved.json', ...usual, ...words])
      return JSON.parse(stdout).clients[0].arrived
    }
    expect([await arrived(), await arrived('--arrivals-file', 'rates.csv')]).toEqual([3, 100])
  })

  it('[CLI-62] does not set a duration that is given', async () => {
    const { report } = await simulate(['--arrivals-file', 'rates.csv', '--duration', '10s'])
    expect(report.clients[0].arrived).toBe(100)
  })
})
