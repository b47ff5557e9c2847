import { describe, expect, it } from 'vitest'
import { applySettings, planOf, settingOf, variableParts } from '../src/index.ts'
import { call, client, flowOf, station } from './support/stations.ts'

const flow = flowOf(
  [client('c', 20), station('s', 4, 10), station('t', 1, 10, { label: 's' })],
  [call('c', 's', { timeout: 5000 })],
)

const dataOf = (...settings: string[]) => {
  const settled = applySettings(flow, settings)
  return settled.ok ? settled.flow.nodes[1]?.data : settled.faults
}

describe('a setting', () => {
  it('[EXP-50] [EXP-319] changes a number from its present value', () => {
    expect(dataOf('s.instances+=2')).toMatchObject({ instances: 3 })
    expect(dataOf('s.instances += 2', 's.instances-=1')).toMatchObject({ instances: 2 })
    expect(dataOf('s.averageProcessingTime*=1.5')).toMatchObject({ averageProcessingTime: 15 })
    expect(dataOf('s.averageProcessingTime-=20%')).toMatchObject({ averageProcessingTime: 8 })
    expect(dataOf('s.instances+=many', 's.label*=2', 's.instances-=9')).toEqual([
      's.instances+=many: "many" is no number',
      's.label*=2: is no number: *= is for numbers',
      expect.stringMatching(/^s\.instances-=9: nodes\.1\.data\.instances /),
    ])
  })

  it('[EXP-96] says how the present value is changed where that was meant', () => {
    expect(dataOf('s.instances=+2', 's.instances=*1.5', 's.instances=+20%')).toEqual([
      's.instances=+2: "+2" is no value: to change the present one, write s.instances+=2',
      's.instances=*1.5: "*1.5" is no value: to change the present one, write s.instances*=1.5',
      's.instances=+20%: "+20%" is no value: to change the present one, write s.instances+=20%',
    ])
    expect(dataOf('s.label=+2')).toMatchObject({ label: '+2' })
  })

  it('[EXP-318] switches a flag by a word', () => {
    for (const word of ['on', 'yes']) expect(dataOf(`s.autoScaling=${word}`)).toMatchObject({ autoScaling: true })
    for (const word of ['off', 'no']) expect(dataOf(`s.autoScaling=${word}`)).toMatchObject({ autoScaling: false })
  })

  it('[EXP-51] that is saved to compare with changes no run', () => {
    const saved = {
      ...flow,
      simulation: { ...flow.simulation, compare: ['s.instances=2'], sweep: ['s.instances=1..4'] },
    }
    expect(planOf(saved)).toEqual(planOf(flow))
  })
})

describe('what can be varied', () => {
  it('[EXP-52] is named so that a setting finds it', () => {
    const parts = variableParts(flow)
    expect(parts.map(({ name, title }) => [name, title])).toEqual([
      ['c', 'c'],
      ['s', 's'],
      ['t', 's'],
      ['c-s', 'c → s'],
    ])
    const [, server] = parts
    expect(server?.properties.map(({ name }) => name)).toContain('instances')
    expect(server?.properties.map(({ name }) => name)).not.toContain('label')
  })

  it('[PRD-313] takes a typed value as it is, or from the present one', () => {
    const server = variableParts(flow)[1]
    const instances = server?.properties.find(({ name }) => name === 'instances')
    if (!server || !instances) throw new Error('There is no such property.')
    const typed = ['3', '+2', '- 1', '×1.5'].map((text) => settingOf(server, instances, text))
    expect(typed).toEqual(['s.instances=3', 's.instances+=2', 's.instances-=1', 's.instances*=1.5'])
  })
})
