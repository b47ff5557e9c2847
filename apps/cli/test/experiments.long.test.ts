import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { afterAll, describe, expect, it } from 'vitest'
import { runCommandLine } from '../src/command-line.ts'
import { poolOf } from './pool-of.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'plimsoll-experiments-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))

const at = { x: 0, y: 0 }
const SHOP: Flow = {
  nodes: [
    createNode('Client', { id: 'c', position: at, settings: { label: 'Browser', concurrentUsers: 20 } }),
    createNode('Server', { id: 's', position: at, settings: { label: 'API' } }),
  ],
  edges: [createEdge('http', { id: 'c-s', ends: { source: 'c', target: 's' } })],
}
writeFileSync(join(FOLDER, 'shop.json'), JSON.stringify({ name: 'Shop', ...SHOP }))
writeFileSync(join(FOLDER, 'other.json'), JSON.stringify({ name: 'Other', ...SHOP }))
const SAVED = { compare: ['s.instances+=2'], sweep: ['s.instances=1..2'] }
writeFileSync(join(FOLDER, 'saved.json'), JSON.stringify({ name: 'Shop', ...SHOP, simulation: SAVED }))

async function run(...words: string[]) {
  const progress: string[] = []
  const outcome = await runCommandLine({
    words,
    environment: {},
    folder: FOLDER,
    readInput: async () => '',
    ...poolOf(words),
    tell: (line) => progress.push(line),
  })
  return { ...outcome, progress }
}

const SHORT = ['--duration', '20s', '--replications', '2']
const DECISIVE = ['--duration', '30s', '--replications', '6']
const LONG = { timeout: 120_000 }

describe('plimsoll capacity', () => {
  it('[CLI-80] prints the highest load that meets the objectives', LONG, async () => {
    const {
      code,
      output = '',
      progress,
    } = await run(
      ...['capacity', 'shop.json', '--slo', 'mean<1s', '--set', 's.averageProcessingTime=20', '--format', 'json'],
      ...DECISIVE,
    )
    expect(code).toBe(0)
    expect(progress[0]).toBe('load 1: 20 rps simulated')
    const report = JSON.parse(output)
    expect(report).toMatchObject({ format: 'plimsoll-capacity', todayRps: 20, objectives: ['mean < 1,000 ms'] })
    expect(report.capacityRps.mean).toBeGreaterThan(20)
    expect(report.sentence).toMatch(/^It carries [\d,.]+ rps \([\d,.]+ to [\d,.]+\), [\d,.]+ % above today's 20 rps\./)
  })

  it('[CLI-81] varies the load of one client, by its label', LONG, async () => {
    const app = createNode('Client', { id: 'app', position: at, settings: { label: 'App', concurrentUsers: 5 } })
    const edge = createEdge('http', { id: 'app-s', ends: { source: 'app', target: 's' } })
    const two = { nodes: [...SHOP.nodes, app], edges: [...SHOP.edges, edge] }
    writeFileSync(join(FOLDER, 'two.json'), JSON.stringify({ name: 'Two', ...two }))
    // Shorter runs decide nothing, and so try ever higher loads.
    const words = ['--slo', 'mean<1s', '--set', 's.averageProcessingTime=20', '--format', 'json', ...DECISIVE]
    const { code, output = '' } = await run('capacity', 'two.json', '--client', 'App', ...words)
    expect([code, JSON.parse(output)]).toMatchObject([0, { todayRps: 5 }])
  })

  it('[CLI-80] says why there is none', LONG, async () => {
    const { code, output } = await run('capacity', 'shop.json', '--slo', 'p99<1ms', ...SHORT)
    expect(code).toBe(1)
    expect(output?.replace(/\s+/g, ' ')).toMatch(/No load meets p99 < 1 ms: already at [\d.]+ rps /)
  })

  it('[CLI-85] [CLI-342] names everything that is wrong', async () => {
    const { code, errors } = await run('capacity', 'shop.json', '--client', 'Nobody', '--seed', 'x')
    expect(code).toBe(2)
    expect(errors).toContain('--seed must be')
    const unknown = await run('capacity', 'shop.json', '--client', 'Nobody')
    expect([unknown.code, unknown.errors]).toEqual([2, '--client Nobody is no client of this flow. There are: Browser'])
    const server = await run('capacity', 'shop.json', '--client', 'API', ...SHORT)
    expect([server.code, server.errors]).toEqual([2, expect.stringContaining('s is no client of this flow.')])
    expect((await run('capacity', 'shop.json', '--slo', 'p99@Nobody<1ms')).errors).toContain('names no component')
  })

  it('[CLI-80] refuses in words a flow without a client', async () => {
    writeFileSync(
      join(FOLDER, 'nobody.json'),
      JSON.stringify({ name: 'Nobody', nodes: SHOP.nodes.slice(1), edges: [] }),
    )
    const { code, errors } = await run('capacity', 'nobody.json')
    expect([code, errors]).toEqual([2, expect.stringContaining('There is no client with users')])
  })

  it('[CLI-140] ends by the clock where the design says so', LONG, async () => {
    const simulation = { ...SHOP.simulation, stopAfterS: 1 }
    writeFileSync(join(FOLDER, 'impatient.json'), JSON.stringify({ ...SHOP, simulation }))
    const { code, errors } = await run('sweep', 'impatient.json', '--set', 's.instances=1..200', '--duration', '600s')
    expect([code, errors]).toEqual([1, 'The budget was spent before all was simulated.'])
  })

  it('[CLI-86] ends by the clock', LONG, async () => {
    const { code, output } = await run('capacity', 'shop.json', '--budget', '1ms')
    expect(code).toBe(1)
    expect(output).toContain('Stopped before the highest load was found')
    const swept = await run('sweep', 'shop.json', '--set', 's.instances=1..3', '--budget', '1ms')
    expect([swept.code, swept.errors]).toEqual([1, 'The budget was spent before all was simulated.'])
  })
})

describe('an experiment of which the budget is spent', () => {
  // The clock is heard after the first combination: all is simulated on the thread of the test.
  const given = ['sweep', 'shop.json', '--set', 's.instances=1..9', '--slo', 'mean<60s', ...DECISIVE, '--budget', '1ms']

  it.each([
    ['text', /^ {2}The budget was spent before all was simulated\. What follows was known by then\.\n/m],
    ['csv', /^1,[\d.]+,/m],
    ['html', /<section class="verdict undecided"[\s\S]*The budget was spent/],
    ['markdown', /^## ❔ Shop: [\s\S]*The budget was spent[\s\S]*^\| 1 \|/m],
  ])('[CLI-410] writes as %s what is known', LONG, async (format, wanted) => {
    const { code, errors } = await run(...given, '--format', format, '--out', `spent.${format}`)
    expect([code, errors]).toEqual([1, 'The budget was spent before all was simulated.'])
    expect(readFileSync(join(FOLDER, `spent.${format}`), 'utf8')).toMatch(wanted)
  })

  it('[CLI-410] writes as JSON what is known', LONG, async () => {
    const report = JSON.parse((await run(...given, '--format', 'json')).output ?? '')
    expect(report).toMatchObject({ format: 'plimsoll-sweep', ended: 'time', points: [{ verdict: 'pass' }] })
  })

  it('[CLI-412] [CLI-413] says in JUnit XML that the clock ended it', LONG, async () => {
    const { output } = await run(...given, '--format', 'junit')
    expect(output).toMatch(/<testsuite name="Shop: API.instances" tests="2" failures="1" errors="0"/)
    expect(output).toContain('<property name="ended" value="by the clock"/>')
    expect(output).toMatch(/<testcase name="the budget is enough"[^>]*>\n +<failure type="undecided"/)
    expect(output).toContain('<testcase name="s.instances=1" ')
  })

  it('[CLI-411] [CLI-412] says so alone where nothing is known', LONG, async () => {
    const none = ['drill', 'shop.json', '--budget', '1ms', '--format']
    expect((await run(...none, 'junit')).output).toMatch(/<testsuite name="Shop" tests="1" failures="1" errors="0"/)
    expect(await run(...none, 'json')).toMatchObject({ code: 1, output: '{\n  "ended": "time"\n}' })
    const text = 'Shop\n\n  The budget was spent before all was simulated.'
    expect(await run(...none, 'text')).toMatchObject({ code: 1, output: text })
  })

  it('[CLI-413] says in JUnit XML that the clock ended a search', LONG, async () => {
    const { output } = await run('capacity', 'shop.json', '--budget', '1ms', '--format', 'junit')
    expect(output).toContain('<property name="ended" value="by the clock"/>')
  })
})

describe('an experiment with runs of a saved length', () => {
  writeFileSync(
    join(FOLDER, 'long.json'),
    JSON.stringify({ name: 'Long', ...SHOP, simulation: { ...SAVED, durationS: 60, replications: 4 } }),
  )

  it.each(['capacity', 'compare', 'sweep', 'sensitivity', 'drill'])(
    '[CLI-403] %s ends by the clock',
    LONG,
    async (name) => {
      const { code, output, errors } = await run(name, 'long.json', '--budget', '1ms')
      expect(code).toBe(1)
      expect(output || errors).toMatch(/Stopped before the highest load was found|The budget was spent before all/)
    },
  )
})

describe('plimsoll compare', () => {
  it('[CLI-82] [CLI-345] prints the paired differences of two files', LONG, async () => {
    const { code, output = '' } = await run(
      ...[
        'compare',
        'shop.json',
        'other.json',
        '--set-b',
        's.averageProcessingTime=200',
        '--slo',
        'errorRate<50%',
        ...SHORT,
      ],
      ...['--format', 'json'],
    )
    expect(code).toBe(0)
    const report = JSON.parse(output)
    expect(report).toMatchObject({ a: { name: 'Shop' }, b: { name: 'Other' }, seeds: [1, 2] })
    expect(report.paired.throughput).toMatchObject({
      unit: 'rps',
      a: expect.any(Number),
      difference: expect.any(Number),
    })
    expect(report.differences).toHaveLength(1)
  })

  it('[CLI-343] sets properties of both, or of one', LONG, async () => {
    const words = ['--set', 'c.concurrentUsers=60', '--set-a', 's.instances=2', '--set-b', 's.instances=3']
    const { output = '' } = await run('compare', 'shop.json', 'other.json', ...words, ...SHORT, '--format', 'json')
    const { differences, paired } = JSON.parse(output)
    expect(differences).toEqual([
      expect.objectContaining({ a: expect.stringContaining('2'), b: expect.stringContaining('3') }),
    ])
    expect(Math.min(paired.throughput.a, paired.throughput.b)).toBeGreaterThan(40)
  })

  it('[CLI-405] names the options that set what cannot be set', async () => {
    const { code, errors } = await run('compare', 'shop.json', '--set-a', 'nope.x=1', '--set-b', 's.nope=2')
    expect(code).toBe(2)
    expect(errors).toMatch(/^ {2}--set-a nope\.x=1: names no component/m)
    expect(errors).toMatch(/^ {2}--set-b s\.nope=2: nodes\.1\.data\.nope/m)
    const simulation = { compare: ['nope.x=1'] }
    writeFileSync(join(FOLDER, 'odd.json'), JSON.stringify({ name: 'Odd', ...SHOP, simulation }))
    expect((await run('compare', 'odd.json')).errors).toMatch(/^ {2}simulation\.compare nope\.x=1: names no/m)
  })

  it('[CLI-344] takes what is set of B in place of a file', LONG, async () => {
    const given = ['compare', 'shop.json', '--set-b', 's.instances=3', ...SHORT]
    const { output } = await run(...given)
    expect(output).toContain('Shop and Shop with API.instances=3')
    expect(output).toContain('What differs')
    const nothing = await run('compare', 'shop.json')
    expect([nothing.code, nothing.errors]).toEqual([2, expect.stringContaining('There is nothing to compare with')])
  })

  it('[EXP-51] [CLI-83] [CLI-344] take what is saved with the flow', LONG, async () => {
    const compared = await run('compare', 'saved.json', ...SHORT)
    expect(compared.output).toContain('with API.instances+=2')
    expect(await run('compare', 'saved.json', '--set-b', 's.instances+=2', ...SHORT)).toEqual(compared)
    const swept = await run('sweep', 'saved.json', '--format', 'csv', ...SHORT)
    expect(swept.output).toMatch(/^API\.instances,/)
    const html = await run('compare', 'saved.json', '--format', 'html', ...SHORT)
    expect(html.output).toContain('Response times of both')
  })
})

describe('plimsoll sweep', () => {
  const given = ['sweep', 'shop.json', '--set', 's.instances=1..2', '--set', 'c.concurrentUsers=10,20', ...SHORT]

  it('[CLI-83] [CLI-85] prints every combination, the same for any number of threads', LONG, async () => {
    const { code, output = '' } = await run(...given, '--format', 'json')
    expect(code).toBe(0)
    expect(JSON.parse(output).points.map(({ values }: { values: object }) => Object.values(values).join())).toEqual([
      ...['1,10', '1,20', '2,10', '2,20'],
    ])
    const other = await run(...given, '--format', 'json', '--threads', '1')
    expect(other.output).toBe(output)
    const csv = (await run(...given, '--format', 'csv')).output?.split('\r\n') ?? []
    expect(csv[0]).toMatch(/^API\.instances,Browser\.concurrentUsers,"p50, ms",/)
    expect(csv).toHaveLength(5)
  })

  it('[CLI-83] takes a fault of an instance that only the values give', LONG, async () => {
    const words = ['--set', 's.instances=4..5', '--fault', 'outage:s@2s..4s,instance=4', ...SHORT]
    expect(await run('sweep', 'shop.json', ...words)).toMatchObject({ code: 0 })
  })

  it('[CLI-83] refuses values that cannot be set', async () => {
    expect((await run('sweep', 'shop.json')).errors).toContain('There is nothing to vary: give values with --set.')
    expect((await run('sweep', 'shop.json', '--set', 's.instances=3..1')).errors).toContain('the range must go up')
    const refused = await run('sweep', 'shop.json', '--set', 's.instances=1,many')
    expect([refused.code, refused.errors]).toEqual([2, expect.stringContaining('s.instances=many')])
  })
})

describe('plimsoll sensitivity', () => {
  it('[CLI-88] [CLI-346] [CLI-347] [CLI-348] prints what changes p99 most', LONG, async () => {
    const given = [
      ...['sensitivity', 'shop.json', '--set', 's.averageProcessingTime=50..200'],
      ...['--duration', '60s', '--replications', '4'],
    ]
    const { code, output } = await run(...given)
    expect(code).toBe(0)
    expect(output).toContain('API: ')
    const html = await run(...given, '--format', 'html')
    expect(html.output).toContain('higher value')
    const refused = await run(...given, '--by', '120', '--above', '10%')
    expect([refused.code, refused.errors]).toEqual([
      2,
      '--by must be above 0% and below 100%, such as 20%\n--by and --above are not for ranges, which --set gives',
    ])
  })

  it('[CLI-89] [CLI-349] searches the highest load with each value, too', LONG, async () => {
    const given = [
      ...['sensitivity', 'shop.json', '--set', 's.averageProcessingTime=50..200', '--slo', 'mean<1s'],
      ...['--duration', '60s', '--replications', '6'],
    ]
    const { code, output = '' } = await run(...given, '--measure', 'capacity', '--format', 'json')
    expect(code).toBe(0)
    const report = JSON.parse(output)
    expect(report.sentence).toMatch(/^It carries [\d.]+ rps \([\d.]+ to [\d.]+; mean < 1,000 ms\)/)
    expect(report.varied[0].low.carries.capacity.mean).toBeGreaterThan(report.varied[0].high.carries.capacity.mean)
    const refused = await run(...given, '--measure', 'p98')
    expect([refused.code, refused.errors]).toEqual([2, '--measure must be p99 or capacity'])
  })
})

describe('plimsoll drill', () => {
  it('[CLI-84] [CLI-406] prints what each component does that is out', LONG, async () => {
    const given = ['drill', 'shop.json', '--slo', 'throughput>15rps', '--duration', '60s', '--replications', '2']
    const { code, output } = await run(...given)
    expect(code).toBe(1)
    expect(output).toContain('API out: ')
    const only = await run(...given, '--only', 'Nobody')
    expect([only.code, only.errors]).toEqual([2, '--only Nobody is no component of this flow. There are: API'])
    const client = await run(...given, '--only', 'Browser')
    expect([client.code, client.errors]).toEqual([2, '--only Browser is a client: all but clients can be out.'])
    const junit = (await run(...given, '--only', 'API', '--format', 'junit')).output
    expect(junit).toContain('<testsuites name="plimsoll drill" tests="5"')
  })

  it('[CLI-85] writes each format', LONG, async () => {
    const given = ['drill', 'shop.json', '--slo', 'errorRate<1%', '--duration', '30s', '--replications', '1']
    expect((await run(...given, '--format', 'markdown')).output).toMatch(/^## ❔ Shop: each component out in turn/)
    expect((await run(...given, '--format', 'html')).output).toMatch(/^<!doctype html>/)
    expect((await run(...given, '--format', 'csv')).output).toContain('Component,"Answered, %"')
  })
})
