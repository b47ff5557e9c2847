import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { createReplicator, type EventReport, readSettings, toEnd } from '@plimsoll/event-engine'
import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { afterAll, describe, expect, it } from 'vitest'
import { runCommandLine } from '../src/command-line.ts'
import { createProgress } from '../src/progress.ts'
import { createThreads } from '../src/simulate/events/threads.ts'
import { poolOf } from './pool-of.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'plimsoll-events-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))

const at = { x: 0, y: 0 }
const SHOP: Flow = {
  nodes: [
    createNode('Client', { id: 'c', position: at, settings: { label: 'Browser', concurrentUsers: 20 } }),
    createNode('Server', { id: 's', position: at, settings: { label: 'API' } }),
    createNode('Database', { id: 'd', position: at, settings: { label: 'Orders' } }),
  ],
  edges: [
    createEdge('http', { id: 'e1', ends: { source: 'c', target: 's' } }),
    createEdge('database', { id: 'e2', ends: { source: 's', target: 'd' } }),
  ],
}
save('shop.json', { name: 'Shop', ...SHOP })

function save(name: string, content: unknown): void {
  writeFileSync(join(FOLDER, name), JSON.stringify(content))
}

/** Two short replications unless the words say otherwise. */
async function simulate(given: readonly string[] = [], { file = 'shop.json', hasColours = false } = {}) {
  const progress: string[] = []
  const short = ['--replications', '2', '--duration', '5s', '--threads', '1']
  const outcome = await runCommandLine({
    words: [
      'simulate',
      file,
      ...short.filter((_, index) => !given.includes(short[index - (index % 2)] ?? '')),
      ...given,
    ],
    environment: {},
    folder: FOLDER,
    readInput: async () => '',
    ...poolOf(given),
    tell: (line) => progress.push(line),
    hasColours,
  })
  return { ...outcome, progress, lines: (outcome.output ?? '').split('\n') }
}

/** With nothing but the words. */
async function command(words: readonly string[], file = 'shop.json') {
  const progress: string[] = []
  const outcome = await runCommandLine({
    words: ['simulate', file, ...words],
    environment: {},
    folder: FOLDER,
    readInput: async () => '',
    ...poolOf(words),
    tell: (line) => progress.push(line),
  })
  return { ...outcome, progress }
}

async function report(given: readonly string[] = [], file = 'shop.json'): Promise<EventReport> {
  const { output = '', errors } = await simulate([...given, '--format', 'json'], { file })
  expect(errors).toBeUndefined()
  return JSON.parse(output)
}

describe('plimsoll simulate', () => {
  it('[CLI-12] runs the event engine unless told otherwise', async () => {
    expect((await simulate()).output).toContain('Shop · event engine')
    expect((await simulate(['--engine', 'live'])).output).toContain('Shop · live engine')
  })

  it('[CLI-14] tells the verdict, percentiles, where the time goes, what saturates first and how sure that is', async () => {
    const {
      code,
      output = '',
      lines,
    } = await simulate(['--slo', 'p99<60s', '--duration', '60s', '--replications', '5'])
    expect(code).toBe(0)
    const parts = [
      'All 2 objectives are met.',
      'First to saturate is',
      'met  p99 < 60,000 ms',
      'met  errorRate < 1 % (assumed)',
      'Response time',
      '99 % within',
    ]
    const later = ['Requests', 'Where the time goes', 'What saturates first', 'How sure this is', 'Assumed']
    const places = [...parts, ...later].map((part) => output.indexOf(part))
    expect(places.every((place) => place >= 0)).toBe(true)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  })

  it('[CLI-14] keeps within 80 columns whatever the parts are called', async () => {
    const label = 'An exceedingly long name, as somebody will surely give to something one day or other'
    const nodes = SHOP.nodes.map((node) => ({ ...node, data: { ...node.data, label } }))
    save('long.json', { name: label, ...SHOP, nodes })
    const { lines } = await simulate(['--set', 'c.concurrentUsers=400', '--slo', 'p99<1ms'], { file: 'long.json' })
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  })

  it('[CLI-23] [CLI-326] tells parts with one name apart, and how long a run would have to be', async () => {
    const label = 'API'
    save('twins.json', { ...SHOP, nodes: SHOP.nodes.map((node) => ({ ...node, data: { ...node.data, label } })) })
    const { output = '' } = await simulate(['--duration', '60s', '--replications', '5'], { file: 'twins.json' })
    for (const name of ['API #2', 'API #1 → API #2', 'API #2 → API #3']) expect(output).toContain(name)
    expect(output.replace(/\s+/g, ' ')).toMatch(/requests more: --duration \d+[smhd]\./)
    expect((await simulate()).output).not.toContain('#')
  })

  it('[CLI-319] says that there is no steady state, and tells no response time then', async () => {
    const flood = ['--set', 's.maxConcurrentRequests=10000', '--set', 's.averageProcessingTime=1000']
    const { output = '', code } = await simulate([...flood, '--slo', 'p99<1000s', '--duration', '10s'])
    expect(output.replace(/\s+/g, ' ')).toMatch(/No steady state: \S+ requests arrive per second and API can handle \d/)
    expect(output).not.toContain('99 % within')
    expect(output).toMatch(/MISSED +p99 < 1,000,000 ms +no steady state/)
    expect(code).toBe(1)
  })

  it('[CLI-380] tells below what completed which answers clients had kept, where there are any', async () => {
    const keeping = ['--set', 'c.cacheEnabled=true', '--set', 'c.cacheTTL=60']
    const { output = '' } = await simulate(keeping)
    expect(output).toMatch(/completed .* rps .*\n +cached +[\d.]+ +rps, by clients/)
    const { output: page = '' } = await simulate([...keeping, '--format', 'html'])
    expect(page).toContain('of those from caches of clients')
    const off = await simulate(['--set', 'c.cacheEnabled=false', '--set', 'e1.cacheEnabled=false'])
    expect(off.output).not.toContain('cached')
  })

  it('[CLI-397] says that nothing was measured where no request arrives', async () => {
    const { output } = await simulate(['--set', 'c.concurrentUsers=1', '--duration', '1ms'])
    expect(output).toContain('Nothing was measured: no request arrived in the time measured.')
  })

  it('[CLI-311] refuses a flow that cannot be simulated, with the path', async () => {
    save('alone.json', { nodes: [createNode('Server', { id: 's', position: at })], edges: [] })
    const { code, errors, output } = await simulate([], { file: 'alone.json' })
    expect([code, output]).toEqual([2, undefined])
    expect(errors).toMatch(/^The flow cannot be simulated:\n {2}nodes: /)
  })

  it('[CLI-50] tells from when on the response times are, and of how many requests', async () => {
    const given = ['--duration', '60s', '--replications', '5', '--warmup', '80%']
    const { output = '' } = await simulate(given)
    const { quality } = await report(given)
    expect(output).toContain('Response time of the requests that completed from 48 s on')
    expect(output.replace(/\s+/g, ' ')).toContain(`of ${quality.responses.toLocaleString('en-US')} of them`)
  })

  it('[CLI-15] ends with 1 where an objective cannot be decided, and says so', async () => {
    const words = ['--slo', 'mean<1s', '--slo', 'errorRate<100%', '--replications', '1']
    const { code, output } = await simulate(words)
    expect(code).toBe(1)
    expect(output).toContain('2 of 2 objectives cannot be decided: run longer.')
    expect(output).toMatch(/^ {2}UNDECIDED {2}mean </m)
  })

  it('[CLI-15] speaks of one objective as one', async () => {
    const { output } = await simulate(['--slo', 'errorRate<100%', '--replications', '1'])
    expect(output).toContain('The objective cannot be decided: run longer.')
  })

  it('[CLI-52] refuses an objective about messages where there are none', async () => {
    const { code, errors } = await simulate(['--slo', 'lag<5', '--slo', 'delay.p99<1s'])
    expect(code).toBe(2)
    expect(errors).toBe(
      ['lag < 5 messages', 'delay.p99 < 1,000 ms']
        .map((one) => `${one} is about messages, and no connection of this flow carries any`)
        .join('\n'),
    )
  })

  it('[CLI-16] shows colours on a terminal only, and says the same without', async () => {
    const [plain, coloured] = await Promise.all([
      simulate(['--slo', 'p99<1s']),
      simulate(['--slo', 'p99<1s'], { hasColours: true }),
    ])
    expect(coloured.output).toContain('\u001b[')
    expect(plain.output).not.toContain('\u001b')
    expect(stripVTControlCharacters(coloured.output ?? '')).toBe(plain.output)
    await simulate(['--out', 'out.txt'], { hasColours: true })
    expect(readFileSync(join(FOLDER, 'out.txt'), 'utf8')).not.toContain('\u001b')
  })

  it('[CLI-17] gives the same bytes on one thread, two and three, other bytes for another seed', async () => {
    const run = (...words: string[]) =>
      simulate(['--replications', '3', '--duration', '3s', '--format', 'json', '--threads', ...words])
    const [one, two, three] = [await run('1'), await run('2'), await run('3')]
    expect(one.output).toBe(two.output)
    expect(one.output).toBe(three.output)
    expect(one.output).not.toBe((await run('1', '--seed', '9')).output)
    expect(three.progress).toEqual([1, 2, 3].map((count) => `${count} of 3 runs simulated`))
  })

  it('[CLI-17] measures the same on a thread as on the main one', async () => {
    const read = readSettings({ durationS: 10 })
    if (!read.ok) throw new Error('The settings are wrong.')
    const task = { flow: SHOP, settings: read.settings, trace: 'slowest' } as const
    const replicate = createReplicator(task)
    const replications = [{ seed: 3 }, { seed: 4 }]
    const threads = createThreads(2)
    const onThreads = await Promise.all(replications.map((job) => threads.run({ task, job })))
    await threads.end()
    expect(JSON.stringify(onThreads)).toBe(JSON.stringify(replications.map((one) => toEnd(replicate(one)))))
  })

  it('[CLI-17] tells why a thread failed', async () => {
    const flow = { nodes: [{ id: 'x', type: 'Nothing', data: {} }], edges: [] }
    const read = readSettings(undefined)
    if (!read.ok) throw new Error('The settings are wrong.')
    const threads = createThreads(1)
    const run = threads.run({ task: { flow, settings: read.settings }, job: { seed: 1 } })
    await expect(run).rejects.toThrow('nothing makes requests')
    await threads.end()
  })

  it('[CLI-53] tells what the runs grew for', async () => {
    const { output = '' } = await command(['--slo', 'mean<10s', '--threads', '1'])
    expect(output.replace(/\s+/g, ' ')).toContain(
      'The runs grew until all objectives were decided and mean was known to ± 5 %.',
    )
  })

  it('[SIM-437] [CLI-24] [CLI-26] grows until it can tell, by the same bytes for any number of threads, which a run of that length gives again', async () => {
    const told = async (...words: string[]) => {
      const { output = '', errors, progress } = await command(['--format', 'json', '--slo', 'mean<10s', ...words])
      expect(errors).toBeUndefined()
      return { output, last: progress.at(-1) }
    }
    const { output, last } = await told('--threads', '1', '--precision', '15%')
    expect((await told('--threads', '3', '--precision', '15%')).output).toBe(output)
    expect(last).toContain('The runs grew until all objectives were decided and mean was known to ± 15 %.')
    const { quality } = JSON.parse(output) as EventReport
    const again = `--duration ${(quality.warmUpMs + quality.measuredMs) / 1000}s --replications 10`
    expect(last).toContain(`${again} gives the same figures.`)
    expect((await told(...again.split(' '))).output).toBe(output)
  })

  it('[CLI-24] grows by replications where a fault is planned, and not where a number is given', async () => {
    const faults = [{ kind: 'outage', node: 's', fromS: 10, forS: 1 }]
    save('faulty.json', { ...SHOP, simulation: { faults } })
    const { output = '', progress } = await command(
      ['--precision', '50%', '--slo', 'errorRate<50%', '--format', 'json'],
      'faulty.json',
    )
    const { settings } = JSON.parse(output) as EventReport
    expect(settings.durationMs).toBe(60_000)
    expect(progress[0]).toBe('10 runs simulated')
    expect(progress.at(-1)).toContain('The runs grew until')
    const { output: given = '' } = await command(['--replications', '2', '--format', 'json'], 'faulty.json')
    expect(JSON.parse(given).quality).toMatchObject({ replications: 2, measuredMs: 54_000 })
  })

  it('[CLI-25] stops by the clock, and says so and what gives the same figures', async () => {
    const { output = '' } = await command(['--budget', '1ms'])
    const text = output.replace(/\s+/g, ' ')
    expect(text).toContain('The runs were stopped by the clock.')
    expect(text).toContain('--duration 1875ms --replications 10 gives the same figures.')
  })

  it.each([
    [['--precision', '5%', '--duration', '5s'], 'for runs without a set duration'],
    [['--budget', '5s', '--engine', 'live'], 'are for --engine events'],
    [['--precision', '5'], '--precision must be a share such as 2%'],
    [['--budget', 'long'], '--budget must be a duration'],
  ])('[CLI-327] refuses %o', async (words, fault) => {
    const { code, errors } = await command(words)
    expect(code).toBe(2)
    expect(errors).toContain(fault)
  })

  it('[CLI-402] says what sets the length of runs that cannot grow', async () => {
    save('long.json', { ...SHOP, simulation: { durationS: 20, replications: 3 } })
    const { code, errors } = await command(['--budget', '5s', '--replications', '2'], 'long.json')
    expect([code, errors]).toEqual([
      2,
      '--precision and --budget are for runs without a set duration and number of replications: ' +
        'simulation.durationS is saved with the flow, --replications is given',
    ])
  })

  it('[CLI-18] takes what is not said from the settings that are saved with the flow', async () => {
    save('saved.json', {
      ...SHOP,
      simulation: { durationS: 20, warmUpS: 5, replications: 3, seed: 7, arrivals: 'closed' },
    })
    const saved = await simulate(['--replications', '3', '--format', 'json'], { file: 'saved.json' })
    expect(JSON.parse(saved.output ?? '').settings.arrivals).toBe('closed')
    const outcome = await runCommandLine({
      words: ['simulate', 'saved.json', '--format', 'json'],
      environment: {},
      folder: FOLDER,
      readInput: async () => '',
      ...poolOf([]),
      tell: () => {},
    })
    const { quality } = JSON.parse(outcome.output ?? '')
    expect(quality).toMatchObject({ seeds: [7, 8, 9], warmUpMs: 5000, measuredMs: 15_000 })
    const said = await report(['--duration', '8s', '--seed', '1', '--replications', '1'], 'saved.json')
    expect(said.quality).toMatchObject({ seeds: [1], warmUpMs: 2000, measuredMs: 6000 })
  })

  it('[CLI-22] [CLI-325] goes by the saved objectives and engine, unless others are said', async () => {
    const simulation = {
      engine: 'live',
      objectives: ['p99<60s', 'errorRate<=100%'],
      durationS: 10,
      warmUpS: 2,
      seed: 5,
    }
    save('kept.json', { ...SHOP, simulation })
    const live = JSON.parse((await simulate(['--format', 'json'], { file: 'kept.json' })).output ?? '')
    expect(live.objectives.map(({ metric }: { metric: string }) => metric)).toEqual(['p99', 'errorRate'])
    expect(live.replications.seeds).toEqual([5, 6])
    const events = await report(['--engine', 'events', '--slo', 'mean<1ms'], 'kept.json')
    expect(events.objectives.filter(({ isAssumed }) => !isAssumed).map(({ metric }) => metric)).toEqual(['mean'])
    save('one.json', { ...SHOP, simulation: { objectives: 'mean<1ms' } })
    expect((await simulate([], { file: 'one.json' })).code).toBe(1)
    expect((await simulate(['--warmup', 'auto'], { file: 'kept.json' })).errors).toBe(
      '--warmup auto is for --engine events',
    )
  })

  it('[CLI-322] tells every fault of the saved settings with its path', async () => {
    const odd = { engine: 'steam', objectives: ['p99<1s', 'joy>3', 7] }
    save('wrong.json', {
      ...SHOP,
      simulation: { arrivals: 'sometimes', durationS: -1, seed: 0.5, replications: 0, ...odd },
    })
    const { code, errors = '', output } = await simulate([], { file: 'wrong.json' })
    expect([code, output]).toEqual([2, undefined])
    for (const path of ['arrivals', 'durationS', 'seed', 'replications', 'engine', 'objectives.1', 'objectives.2'])
      expect(errors).toContain(`simulation.${path} `)
  })

  it.each([
    ['--warmup', '20s', '--warmup must be shorter than the 5 s that are simulated'],
    ['--threads', '0', '--threads must be a whole number from 1 to 256'],
    ['--engine', 'fast', '--engine must be events or live'],
  ])('[CLI-3] refuses %s %s', async (option, value, fault) => {
    const { code, errors, progress } = await simulate([option, value])
    expect([code, progress]).toEqual([2, []])
    expect(errors).toContain(fault)
  })

  it('[CLI-19] finds the end of the warm-up by itself', async () => {
    const { quality } = await report(['--warmup', 'auto', '--duration', '40s'])
    expect(quality.warmUpMs % 1000).toBe(0)
    expect(quality.warmUpMs + quality.measuredMs).toBe(40_000)
    const live = await simulate(['--engine', 'live', '--warmup', 'auto'])
    expect(live).toMatchObject({ code: 2, errors: '--warmup auto is for --engine events' })
  })

  it('[CLI-20] [SIM-324] writes the report as JSON, with the slowest twenty requests of the run that had the slowest', async () => {
    const { format, version, traces, figures, flow, nodes, objectives, verdict } = await report(['--slo', 'p95<1ms'])
    expect({ format, version, flow, verdict }).toEqual({
      format: 'plimsoll-event-run',
      version: 8,
      flow: { name: 'Shop' },
      verdict: 'fail',
    })
    expect(objectives).toMatchObject([
      { metric: 'p95', comparison: '<', limit: 1, result: 'fail', isAssumed: false },
      { metric: 'errorRate', isAssumed: true },
    ])
    expect(nodes.map(({ label }) => label)).toEqual(['Browser', 'API', 'Orders'])
    expect(traces).toHaveLength(20)
    const times = traces.map(({ responseMs }) => responseMs)
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    expect(times[0]).toBeCloseTo(figures.response.max?.highest ?? 0, 6)
    expect(new Set(traces.map(({ seed }) => seed)).size).toBe(1)
    expect(traces[0]?.spans[0]).toMatchObject({ node: 'c', edge: null, depth: 0 })
    expect(traces.every(({ spans }) => spans.some(({ node }) => node === 's'))).toBe(true)
  })

  it('[CLI-421] reads a flow with a byte order mark, in UTF-16 too', async () => {
    const text = JSON.stringify({ name: 'Ladenöffnung', ...SHOP })
    writeFileSync(join(FOLDER, 'plain.json'), text)
    writeFileSync(join(FOLDER, 'utf8.json'), `\uFEFF${text}`)
    writeFileSync(join(FOLDER, 'utf16.json'), `\uFEFF${text}`, 'utf16le')
    const plain = await simulate([], { file: 'plain.json' })
    expect([plain.code, plain.lines[0]]).toEqual([0, 'Ladenöffnung · event engine'])
    for (const file of ['utf8.json', 'utf16.json']) expect(await simulate([], { file })).toEqual(plain)
  })

  it('[CLI-317] writes CSV with the same seven columns in every line', async () => {
    const { output = '' } = await simulate(['--format', 'csv', '--slo', 'p95<1ms'])
    const lines = output.split('\r\n')
    expect(lines[0]).toBe('section,id,name,time,figure,value,unit')
    expect(lines.every((line) => line.split(',').length === 7)).toBe(true)
    expect(output).toMatch(/^objective,,p95 < 1 ms,,fail,[\d.]*,ms$/m)
  })

  it('[CLI-21] ends on an interrupt with 130, and writes nothing', async () => {
    const main = join(import.meta.dirname, '..', 'src', 'main.ts')
    const words = ['simulate', join(FOLDER, 'shop.json'), '--duration', '10m', '--out', join(FOLDER, 'never.txt')]
    const child = spawn(process.execPath, [main, ...words, '--replications', '1000'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [told, written] = ['', '']
    child.stdout.on('data', (chunk) => (written += chunk))
    await new Promise<void>((resolve) => {
      child.stderr.on('data', (chunk) => {
        told += chunk
        if (told.includes('runs simulated')) resolve()
      })
    })
    child.kill('SIGINT')
    const [code, signal] = await once(child, 'close')
    expect([code, signal, written]).toEqual([130, null, ''])
    expect(told).toMatch(/Interrupted\.\n$/)
    expect(() => readFileSync(join(FOLDER, 'never.txt'))).toThrow('ENOENT')
  })

  it('[CLI-323] [CLI-324] shows progress on a terminal in one line, which is gone at the end', () => {
    const written: string[] = []
    const progress = createProgress({ isTTY: true, write: (text) => written.push(text) })
    progress.tell('1 of 2')
    progress.tell('2 of 2')
    progress.show('60 %')
    progress.end()
    expect(written).toEqual(['1 of 2', '2 of 2', '60 %', ''].map((text) => `\r\u001b[K${text}`))
    const lines: string[] = []
    const elsewhere = createProgress({ write: (text) => lines.push(text) })
    elsewhere.show('60 %')
    elsewhere.tell('2 of 2')
    elsewhere.end()
    expect(lines).toEqual(['2 of 2\n'])
  })
})
