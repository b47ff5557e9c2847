import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_SETTINGS } from '@plimsoll/event-engine'
import { createEdge, createNode } from '@plimsoll/flow'
import { afterAll, describe, expect, it } from 'vitest'
import { SETTING_OPTIONS } from '../src/simulate/setting-options.ts'
import { runInProcess } from './run-in-process.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'plimsoll-settings-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))

const at = { x: 0, y: 0 }
const flow = {
  name: 'Shop',
  nodes: [
    createNode('Client', { id: 'c', position: at, settings: { label: 'Browser', concurrentUsers: 20 } }),
    createNode('Server', { id: 's', position: at, settings: { label: 'API' } }),
  ],
  edges: [createEdge('http', { id: 'e', ends: { source: 'c', target: 's' } })],
}
const save = (file: string, simulation: object) =>
  writeFileSync(join(FOLDER, file), JSON.stringify({ ...flow, simulation }))
save('plain.json', {})
save('saved.json', {
  arrivals: 'closed',
  jitter: 'full',
  service: { default: 'exp', s: 'det' },
  load: [{ atS: 1, rps: 10 }],
  faults: { node: 's', fromS: 1, toS: 2 },
})

async function simulate(words: readonly string[], file = 'plain.json') {
  const short = ['--duration', '6s', '--replications', '1', '--format', 'json']
  const { status, stdout, stderr } = await runInProcess(FOLDER, ['simulate', file, ...short, ...words])
  return { status, stderr, settings: stdout === '' ? null : JSON.parse(stdout).settings }
}

const GIVEN = [
  ['--arrivals', 'open:h2:scv=4'],
  ['--mix', 'Read=3,Write=1'],
  ['--load', '30rps@2s..4s'],
  ['--load', '40rps@5s'],
  ['--service', 'exp'],
  ['--service', 'API=two-point:share=0.1,factor=10'],
  ['--call-style', 'pipeline'],
  ['--load-balancing', 'power-of-two'],
  ['--derive-hit-rate', 'true'],
  ['--catalogue', 'items=500,zipf=0.8'],
  ['--footprint', '2.5'],
  ['--fault', 'slow:API@2s..3s,factor=3'],
  ['--fault', 'breakdowns:s,up=10m,down=30s,inFlight=resume'],
  ['--failure-per', 'mtbf'],
  ['--jitter', 'equal'],
  ['--retry-budget', '20%'],
  ['--cancel-on-timeout', 'true'],
  ['--outlier-ejection', 'true'],
]

describe('the options of the settings', () => {
  it('[CLI-34] gives every setting by an option', async () => {
    const { status, stderr, settings } = await simulate(GIVEN.flat())
    expect([status, stderr]).toEqual([0, '1 of 1 run simulated\n'])
    expect(settings).toMatchObject({
      arrivals: 'open',
      interarrival: { kind: 'hyperexponential', scv: 4 },
      requestMix: [0.75, 0.25, 0, 0],
      load: [
        { atS: 2, forS: 2, rps: 30 },
        { atS: 5, rps: 40 },
      ],
      service: { kind: 'exponential' },
      serviceOf: { s: { kind: 'two-point', share: 0.1, factor: 10 } },
      callStyle: 'pipeline',
      lb: 'power-of-two',
      deriveHitRate: true,
      catalogue: { items: 500, zipf: 0.8 },
      footprintMB: 2.5,
      faults: [
        { of: 's', kind: 'slow', fromS: 2, forS: 1, factor: 3 },
        { of: 's', kind: 'breakdowns', upS: 600, downS: 30, inFlight: 'resume' },
      ],
      failurePer: 'mtbf',
      jitter: 'equal',
      retryBudget: 0.2,
      cancelOnTimeout: true,
      outlierEjection: true,
    })
  })

  it('[CLI-34] has an option for each setting that there is', async () => {
    const members = {
      interarrival: 'arrivals',
      bursts: 'arrivals',
      serviceOf: 'service',
      durationMs: 'duration',
      warmUpMs: 'warmup',
    }
    const named = [...Object.values(SETTING_OPTIONS).map(({ setting }) => setting), 'duration', 'warmup']
    const wanted = Object.keys(DEFAULT_SETTINGS).map((name) => ({ ...members })[name] ?? name)
    expect(wanted.filter((name) => !named.includes(name))).toEqual([])
  })

  it('[CLI-35] [CLI-330] replaces what is saved, but adds faults, changes of the load and shapes of one component', async () => {
    const words = ['--arrivals', 'deterministic', '--load', '20rps@3s', '--fault', 'cut:e@3s..4s', '--service', 's=exp']
    const { settings } = await simulate(words, 'saved.json')
    expect(settings).toMatchObject({
      arrivals: 'deterministic',
      jitter: 'full',
      service: { kind: 'exponential' },
      serviceOf: { s: { kind: 'exponential' } },
      load: [{ atS: 1 }, { atS: 3 }],
      faults: [
        { of: 's', kind: 'outage' },
        { of: 'e', kind: 'cut' },
      ],
    })
  })

  it.each([
    [['--arrivals', 'often'], '--arrivals often: must be one of open, closed, deterministic'],
    [['--mix', 'Reed=1'], '--mix Reed=1: Reed is not a setting'],
    [['--retry-budget', 'much'], '--retry-budget much: must be a number from 0'],
    [['--service', 'API=gamma'], '--service API=gamma: must be exp, det'],
    [['--service', 'Cart=exp'], '--service Cart=exp: names no component and no connection. There are: Browser, API'],
    [['--load', '30@noon'], '--load 30@noon: must be RPS@TIMES'],
    [['--fault', 'API'], '--fault API: must be KIND:PART@TIMES'],
    [['--fault', 'outage:Cart@1s'], '--fault outage:Cart@1s: names no component and no connection.'],
    [['--fault', 'melt:API@1s'], '--fault melt:API@1s: kind must be one of outage, '],
    [['--fault', 'outage:API@4s..3s'], '--fault outage:API@4s..3s: the end must be after the start'],
    [['--fault', 'outage:API@3s..3s'], '--fault outage:API@3s..3s: must last longer than 0 s'],
    [
      ['--fault', 'outage:API@9s'],
      '--fault outage:API@9s: fromS (9 s) must be before the end of the run, which is at 6 s',
    ],
    [['--fault', 'slow:API@1s,factor=0'], '--fault slow:API@1s,factor=0: factor must be above 0'],
    [
      ['--fault', 'outage:@1s..2s,zone=nope'],
      '--fault outage:@1s..2s,zone=nope: zone names no group of this flow: "nope"',
    ],
    [
      ['--fault', 'outage:API@1s..2s,instance=99'],
      '--fault outage:API@1s..2s,instance=99: instance must be at most 2, the number of instances',
    ],
    [['--retry-budget', '0x1'], '--retry-budget 0x1: must be a number from 0'],
    [['--load', '30rps@6s'], '--load 30rps@6s: fromS (6 s) must be before the end of the run, which is at 6 s'],
    [['--engine', 'live', '--jitter', 'full'], '--jitter is for --engine events'],
    [['--load', '300rps@3s..2s'], '--load 300rps@3s..2s: the end must be after the start'],
  ])('[CLI-36] refuses %j and says why', async (words, fault) => {
    const { status, stderr, settings } = await simulate(words)
    expect([status, settings]).toEqual([2, null])
    expect(stderr).toContain(fault)
  })

  it('[CLI-414] [CLI-415] takes the label of a group, and names the groups that there are', async () => {
    const area = { position: { x: -9, y: -9 }, width: 900, height: 900 }
    const groups = [
      { ...area, id: 'group-1', label: 'EU' },
      { ...area, id: 'group-2', label: 'US' },
      { ...area, id: 'group-3', label: 'US' },
    ]
    writeFileSync(join(FOLDER, 'zones.json'), JSON.stringify({ ...flow, groups }))
    const struck = (zone: string) => simulate(['--fault', `outage:@1s..2s,zone=${zone}`], 'zones.json')
    const byLabel = await struck('EU')
    expect(byLabel.settings.faults).toMatchObject([{ by: 'zone', of: 'group-1' }])
    expect(await struck('group-1')).toEqual(byLabel)
    expect((await struck('eu')).stderr).toContain('zone names no group of this flow: "eu". There are: EU, US, US\n')
    expect((await struck('US')).stderr).toContain(
      'zone "US" is the label of 2 groups; name one by its id: group-2, group-3\n',
    )
  })

  it('[CLI-415] names the nearest of many properties and components', async () => {
    expect((await simulate(['--set', 'API.instnces=2'])).stderr).toContain(
      '--set API.instnces=2: nodes.1.data.instnces is not a property of this kind. There are: instances, ',
    )
    const others = Array.from({ length: 20 }, (_, index) =>
      createNode('Server', { id: `x${index}`, position: at, settings: { label: `Service ${index}` } }),
    )
    writeFileSync(join(FOLDER, 'many.json'), JSON.stringify({ ...flow, nodes: [...others, ...flow.nodes] }))
    const { stderr } = await simulate(['--set', 'AIP.instances=2'], 'many.json')
    expect(stderr).toMatch(/There are: API, Browser, Service 0(, [^,;]+){9} …; connections: e\n/)
  })

  it('[CLI-416] names the option of a fault of no group in a sweep, too', async () => {
    const words = ['sweep', 'plain.json', '--set', 's.instances=1..2', '--fault', 'outage:@1s..2s,zone=nope']
    expect(await runInProcess(FOLDER, words)).toMatchObject({
      status: 2,
      stderr: '--fault outage:@1s..2s,zone=nope: zone names no group of this flow: "nope". There is none\n',
    })
  })

  it('[CLI-36] says once that a duration must not be 0', async () => {
    const { stderr } = await simulate(['--fault', 'breakdowns:API,up=0s,down=30s'])
    const said = stderr.split('\n').filter((line) => line.includes('--fault'))
    expect(said).toEqual(['  --fault breakdowns:API,up=0s,down=30s: upS must be a mean above 0, in seconds'])
  })

  it('[CLI-36] refuses saved faults that cannot be, with their paths', async () => {
    save('late.json', {
      faults: [
        { node: 's', fromS: 1 },
        { node: 's', kind: 'slow', fromS: 90, factor: 2 },
      ],
    })
    const late = await simulate([], 'late.json')
    expect(late.status).toBe(2)
    expect(late.stderr).toContain('simulation.faults.1.fromS (90 s) must be before the end of the run, which is at 6 s')
    save('still.json', { faults: [{ node: 's', kind: 'slow', fromS: 1, factor: 0 }] })
    const still = await simulate([], 'still.json')
    expect([still.status, still.stderr.includes('simulation.faults.0.factor must be above 0')]).toEqual([2, true])
  })

  it('[CLI-69] says all that is wrong at once', async () => {
    const words = ['--sed', '1', '--seed', '-1', '--duration', '5', '--mix', 'Reed=1', '--slo', 'p99@Cart<1ms']
    const { status, stderr } = await simulate([...words, '--set', 'API.colour=red'])
    expect(status).toBe(2)
    for (const fault of [
      /^Unknown option '--sed'\.$/m,
      /^--seed must be a whole number from 0 to \d+, not "-1"$/m,
      /^--duration must be a duration such as 500ms, 60s or 5m, not "5"$/m,
      /^ {2}--set API.colour=red: nodes\.1\.data\.colour/m,
      /^ {2}--mix Reed=1: Reed is not a setting/m,
      /^--slo p99@Cart names no component and no connection\. There are: Browser, API; connections: e$/m,
    ])
      expect(stderr).toMatch(fault)
    expect((await simulate(['--seed', '-1'])).stderr).not.toContain('Usage:')
  })

  it.each([
    [['--slo', 'p99@client:API<1s'], '--slo p99@client:API names no client'],
    [['--slo', 'p99@type:Delete<1s'], '--slo p99@type:Delete names none of the types Read, Write'],
    [['--slo', 'p99@e<1s'], '--slo p99@e is about requests: name a component'],
    [['--slo', 'lag@API<10'], '--slo lag@API is about messages: name a connection'],
    [['--slo', 'delay.p99@e<10s'], 'is about messages, and no connection of this flow carries any'],
    [['--engine', 'live', '--slo', 'p99@API<1s'], 'p99@API < 1,000 ms: objectives of a part are for --engine events'],
    [['--engine', 'live', '--slo', 'lag<10'], 'objectives of messages are for --engine events'],
    [['--engine', 'live', '--slo', 'delay.p99<1s'], 'objectives of messages are for --engine events'],
  ])('[CLI-338] refuses %j and says why', async (words, fault) => {
    const { status, stderr } = await simulate(words)
    expect([status, stderr.includes(fault)], stderr).toEqual([2, true])
  })

  it('[CLI-67] holds a part against its own limit', async () => {
    const words = ['--slo', 'p50@API<10s', '--slo', 'mean@client:Browser<1ms', '--slo', 'p50@type:Read < 10s']
    const { status, stdout } = await runInProcess(FOLDER, [
      'simulate',
      'plain.json',
      '--duration',
      '60s',
      '--replications',
      '5',
      ...words,
    ])
    expect(status).toBe(1)
    expect(stdout).toMatch(/met +p50@API < 10,000 ms/)
    expect(stdout).toMatch(/MISSED +mean@Browser < 1 ms|MISSED +mean@client:Browser < 1 ms/)
    expect(stdout).toMatch(/met +p50@type:Read < 10,000 ms/)
  })

  it.each(['events', 'live'])('[CLI-68] does not end well where nothing is measured by --engine %s', async (engine) => {
    const { status, stderr } = await simulate(['--duration', '1ms', '--engine', engine])
    expect([status, stderr.includes('Nothing was measured')], stderr).toEqual([1, true])
  })

  it.each(['events', 'live'])(
    '[CLI-398] has an error in JUnit where nothing is measured by --engine %s',
    async (engine) => {
      const short = ['--duration', '1ms', '--replications', '1', '--engine', engine]
      const { status, stdout } = await runInProcess(FOLDER, ['simulate', 'plain.json', ...short, '--format', 'junit'])
      expect([status, stdout.includes('failures="0" errors="1"')]).toEqual([1, true])
      expect(stdout).toContain('<error type="nothing measured" message="Nothing was measured: no request ended')
    },
  )

  it('[CLI-37] groups the options in its help', async () => {
    const { stdout } = await runInProcess(FOLDER, ['simulate', '--help'])
    expect(stdout.match(/^\w+:$/gm)).toEqual(['Run:', 'Traffic:', 'Faults:', 'Objectives:', 'Output:'])
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  })
})
