import { expect, it } from 'vitest'
import { planOf, readObjective } from '../src/index.ts'
import { call, client, flowOf, station } from './support/stations.ts'

it.each(['errorRate<=0%', 'errorRate@s<0', 'messageLoss <= 0 %'])(
  '[EXP-353] refuses %s, which no simulation can show to be met',
  (text) => {
    const [metric = ''] = /^\w+/.exec(text) ?? []
    const message = `"${text}": no simulation proves that none fails: give a limit above 0 %, such as ${metric} < 0.01 %`
    expect(readObjective(text)).toBe(message)
    const saved = flowOf([client('c', 20), station('s', 1, 10)], [call('c', 's')], { objectives: [text] })
    expect(planOf(saved).faults).toEqual([{ path: 'simulation.objectives.0', message }])
  },
)

it.each(['errorRate<0.01%', 'throughput>0rps', 'lag<=0'])('[EXP-353] takes %s', (text) => {
  expect(readObjective(text)).toMatchObject({ comparison: expect.any(String) })
})
