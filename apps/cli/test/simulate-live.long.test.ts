import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { measureLive } from '@plimsoll/live-engine'
import { afterAll, describe, expect, it } from 'vitest'
import { runCommandLine } from '../src/command-line.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'plimsoll-simulate-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))

const at = { x: 0, y: 0 }
const SHOP: Flow = {
  nodes: [
    createNode('Client', { id: 'c', position: at, settings: { label: 'Browser', concurrentUsers: 200 } }),
    createNode('Server', { id: 's.1', position: at, settings: { label: 'API' } }),
    createNode('Database', { id: 'd', position: at, settings: { label: 'Orders' } }),
  ],
  edges: [
    createEdge('http', { id: 'e1', ends: { source: 'c', target: 's.1' } }),
    createEdge('database', { id: 'e2', ends: { source: 's.1', target: 'd' } }),
  ],
}
save('shop.json', { name: 'Shop', ...SHOP })

function save(name: string, content: unknown): void {
  writeFileSync(join(FOLDER, name), typeof content === 'string' ? content : JSON.stringify(content))
}

/** Two short replications of the live engine unless the words say otherwise. */
async function simulate(words: string | readonly string[] = '', file = 'shop.json') {
  const progress: string[] = []
  const given = typeof words === 'string' ? words.split(' ').filter(Boolean) : words
  const short = ['--engine', 'live', '--replications', '2', '--duration', '10s']
  const outcome = await runCommandLine({
    words: [
      'simulate',
      file,
      ...short.filter((_, index) => !given.includes(short[index - (index % 2)] ?? '')),
      ...given,
    ],
    environment: { PORT: 'not a port' },
    folder: FOLDER,
    readInput: async () => '',
    tell: (line) => progress.push(line),
  })
  return { ...outcome, progress }
}

describe('plimsoll simulate --engine live', () => {
  it('[CLI-1] tells the verdict, the figures, what is busy, what fails, and what it cannot tell, in this order', async () => {
    const { code, output = '' } = await simulate()
    expect(code).toBe(0)
    const parts = ['Shop · live engine · 10 s simulated, warm-up 1 s · 2 runs, seeds 1 to 2', 'at', 'Throughput']
    const places = [...parts, 'Busiest parts', 'What fails', 'does not model queueing'].map((part) =>
      output.indexOf(part),
    )
    expect(places.every((place) => place >= 0)).toBe(true)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })

  it('[CLI-1] says that nothing happens where there is no client', async () => {
    save('alone.json', { nodes: [createNode('Server', { id: 's', position: at })], edges: [] })
    const { code, output } = await simulate('', 'alone.json')
    expect(code).toBe(0)
    expect(output).toContain('Nothing happened: no client of this flow makes a request.')
    expect(output).toMatch(/^alone · /)
  })

  it('[CLI-1] says that a system is overloaded where it turns requests away', async () => {
    const { output } = await simulate(['--set', 'Browser.concurrentUsers=4000'])
    expect(output).toMatch(/^ {2}Overloaded: .* of the requests fail\.$/m)
    expect((await simulate(['--set', 'Browser.concurrentUsers=20'])).output).toContain('  Room to spare: ')
  })

  it('[CLI-13] prints nothing of a flow that would steer a terminal', async () => {
    const nasty = '\u001b[2J\u0007\u009b31mred\nline'
    const nodes = SHOP.nodes.map((node) => ({ ...node, data: { ...node.data, label: nasty } }))
    save('nasty.json', { name: nasty, ...SHOP, nodes })
    const { output = '' } = await simulate('', 'nasty.json')
    const { errors = '' } = await simulate(['--set', 'x.y=1'], 'nasty.json')
    expect(`${output}${errors}`.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    expect(output).toContain('red line')
  })

  it.each([
    ['throughput>100rps', 0],
    ['errorRate<50%', 0],
    ['mean<=60s', 0],
    ['p50 >= 100 ms', 0],
    ['p99<1ms', 1],
    ['throughput<1', 1],
  ])('[CLI-2] ends by whether %s is met', async (objective, expected) => {
    const { code, output } = await simulate(['--slo', objective])
    expect(code).toBe(expected)
    expect(output).toContain(expected === 0 ? 'The objective is met.' : '1 of 1 objective not met.')
  })

  it('[CLI-2] misses all when it misses one of several, with a line for each', async () => {
    const { code, output } = await simulate(['--slo', 'p99<1ms', '--slo', 'throughput>1', '--slo', 'errorRate<90%'])
    expect(code).toBe(1)
    expect(output).toContain('1 of 3 objectives not met.')
    expect(output?.match(/^ {2}(met {3}|MISSED) {2}/gm)).toHaveLength(3)
  })

  it('[CLI-3] [CLI-310] tells every wrong option at once, and runs nothing', async () => {
    const wrong =
      '--duration 5 --warmup 100% --replications 0 --seed -1 --format xml --slo p98<1 --slo p99<1rps --engine fast'
    const { code, errors = '', output, progress } = await simulate(wrong.replace('--seed -1', '--seed=-1'))
    expect([code, output, progress]).toEqual([2, undefined, []])
    for (const part of [
      'duration',
      'warmup',
      'replications',
      'seed',
      'format',
      'engine',
      'slo "p98<1"',
      'slo "p99<1rps"',
    ])
      expect(errors).toContain(`--${part}`)
  })

  it.each([
    ['none.json', undefined, 'cannot be read: ENOENT'],
    ['broken.json', '{"nodes": [', 'is not JSON'],
    ['list.json', [], 'must be an object with nodes and edges'],
    [
      'node.json',
      { nodes: [{ id: 'a', type: 'Server', position: at, data: { cpuCores: -1 } }], edges: [] },
      'nodes.0.data.cpuCores must',
    ],
    [
      'edge.json',
      { nodes: [], edges: [{ id: 'e', type: 'http', source: 'x', target: 'y' }] },
      'edges.0.source names no node',
    ],
  ])('[CLI-311] refuses %s and says where it is wrong', async (file, content, fault) => {
    if (content !== undefined) save(file, content)
    const { code, errors, output } = await simulate('', file)
    expect([code, output]).toEqual([2, undefined])
    expect(errors).toContain(file)
    expect(errors).toContain(fault)
  })

  it('[CLI-4] [CLI-312] runs each replication with the next seed and tells their mean', async () => {
    const { output = '' } = await simulate('--replications 3 --seed 40 --format json')
    const { replications, seed } = JSON.parse(output)
    const alone = [40, 41, 42].map((one) => measureLive({ flow: SHOP, seed: one, durationMs: 10_000, warmUpMs: 1000 }))
    expect([seed, replications.seeds]).toEqual([40, [40, 41, 42]])
    const mean = alone.reduce((sum, { throughput }) => sum + throughput, 0) / 3
    expect(replications.metrics.throughput).toMatchObject({ mean, count: 3 })
    expect(replications.metrics.throughput.halfWidth).toBeGreaterThan(0)
  })

  it('[CLI-314] tells no spread of one replication', async () => {
    const { output } = await simulate('--replications 1')
    expect(output).not.toContain('±')
    expect(output).toContain('seed 1')
  })

  it.each(['text', 'json', 'csv'])(
    '[CLI-5] gives the same %s for the same seed, another for another',
    async (format) => {
      const [one, same, other] = await Promise.all(
        ['--seed 5', '--seed 5', '--seed 6'].map((seed) => simulate(`${seed} --format ${format}`)),
      )
      expect(one?.output).toBe(same?.output)
      expect(one?.output).not.toBe(other?.output)
    },
  )

  it.each([
    ['--warmup 50%', 5000],
    ['--warmup 2s', 8000],
    ['--warmup 0', 10_000],
    ['--duration 500ms --warmup 0%', 500],
    ['--duration 1m', 54_000],
  ])('[CLI-6] %s leaves %d ms to measure', async (words, measuredMs) => {
    const { output = '' } = await simulate(`${words} --replications 1 --format json`)
    expect(JSON.parse(output).replications.measuredMs).toBe(measuredMs)
  })

  it('[CLI-8] does not tell a percentile of too few requests, and misses an objective on it', async () => {
    const { code, output } = await simulate(['--set', 'Browser.concurrentUsers=1', '--slo', 'p999<60s'])
    expect(code).toBe(1)
    expect(output).toContain('too few requests were completed')
    expect(output).toMatch(/99\.9 % within +– {2}ms/)
  })

  it('[CLI-8] misses every objective where nothing ends', async () => {
    save('silent.json', { nodes: [createNode('Server', { id: 's', position: at })], edges: [] })
    const { code } = await simulate(['--slo', 'errorRate<1%'], 'silent.json')
    expect(code).toBe(1)
  })

  it.each([
    ['Browser.concurrentUsers=40', 40],
    ['c.concurrentUsers=40', 40],
    ['Browser.thinkTimeBetweenRequests=500', 400],
  ])('[CLI-9] sets %s', async (setting, offered) => {
    const { output = '' } = await simulate(['--set', setting, '--format', 'json'])
    expect(JSON.parse(output).replications.metrics.offered.mean).toBeCloseTo(offered, 0)
  })

  it('[CLI-9] sets a choice by its name, a text that looks like a number, ids with dots, and connections', async () => {
    const settings = [
      'c.requestPattern=Bursty',
      'd.label=7',
      's.1.averageProcessingTime=900',
      'e1.failureProbability=1',
    ]
    const { output = '' } = await simulate([...settings.flatMap((setting) => ['--set', setting]), '--format', 'json'])
    const { nodes, replications } = JSON.parse(output)
    expect(nodes[2].label).toBe('7')
    expect(replications.metrics.p50).toBeNull()
    expect(replications.completed).toBe(0)
  })

  it.each([
    ['Browser.concurrentUsers=-5', 'nodes.0.data.concurrentUsers must be at least'],
    ['Browser.concurrentUsers=many', 'nodes.0.data.concurrentUsers must be a number'],
    ['API.nonsense=1', 'nodes.1.data.nonsense is not a property of this kind'],
    ['Cart.cpuCores=1', 'names no component and no connection. There are: Browser, API, Orders'],
    ['cpuCores', 'must be NODE.PROPERTY=VALUE'],
    ['e2.latencyMs=x', 'edges.1.data.latencyMs must be a number'],
  ])('[CLI-9] [CLI-311] refuses %s with the path', async (setting, fault) => {
    const { code, errors } = await simulate(['--set', setting, '--set', 'c.label=fine'])
    expect(code).toBe(2)
    expect(errors).toContain(`--set ${setting}: ${fault}`)
  })

  it('[CLI-9] asks for an id where a label stands for several', async () => {
    save('twins.json', {
      ...SHOP,
      nodes: SHOP.nodes.map((node) => ({ ...node, data: { ...node.data, label: 'Twin' } })),
    })
    const { code, errors } = await simulate(['--set', 'Twin.cpuCores=2'], 'twins.json')
    expect(code).toBe(2)
    expect(errors).toContain('"Twin" is the label of 3; name one by its id: c, s.1, d')
  })

  it('[CLI-10] [CLI-318] writes JSON alone to standard output: the report, the replications, the objectives', async () => {
    const { output = '', progress, errors } = await simulate(['--format', 'json', '--slo', 'p95<1ms'])
    expect(JSON.parse(output)).toMatchObject({
      format: 'plimsoll-run',
      version: 2,
      flow: { name: 'Shop' },
      engine: 'live',
      seed: 1,
      elapsedTime: 10_000,
      history: { length: 10 },
      replications: { seeds: [1, 2], metrics: { p99: { count: 2 } } },
      objectives: [{ metric: 'p95', comparison: '<', limit: 1, isMet: false }],
    })
    expect(progress).toEqual(['1 of 2 runs simulated', '2 of 2 runs simulated'])
    expect(errors).toBeUndefined()
  })

  it('[RUN-78] lists no load of what takes any number of requests', async () => {
    const { nodes, replications } = JSON.parse((await simulate('--format json')).output ?? '')
    expect(nodes.map(({ utilization }: { utilization: number | null }) => utilization === null)).toEqual([
      true,
      false,
      false,
    ])
    expect(replications.loads.map(({ id }: { id: string }) => id).toSorted()).toEqual(['d', 'e1', 'e2', 's.1'])
  })

  it('[CLI-317] writes CSV with the same seven columns in every line', async () => {
    const { output = '' } = await simulate(['--format', 'csv', '--slo', 'p95<1ms'])
    const lines = output.split('\r\n')
    expect(lines[0]).toBe('section,id,name,time,figure,value,unit')
    expect(lines.every((line) => line.split(',').length === 7)).toBe(true)
    expect(output).toContain('replications,,,,count,2,')
    expect(output).toMatch(/^objective,,p95 < 1 ms,,missed,\d+,ms$/m)
  })

  it('[CLI-11] writes to a file and says nothing', async () => {
    const { code, output } = await simulate('--format json --out out.json')
    expect([code, output]).toEqual([0, ''])
    expect(JSON.parse(readFileSync(join(FOLDER, 'out.json'), 'utf8'))).toHaveProperty('format', 'plimsoll-run')
    const refused = await simulate('--out nowhere/out.json')
    expect(refused.code).toBe(2)
    expect(refused.errors).toContain('nowhere/out.json cannot be written')
    expect(readdirSync(FOLDER)).not.toContain('nowhere')
  })
})
