import { expect, it } from 'vitest'
import { grownSentence, warnings } from '../src/index.ts'
import { flowOf, simulated } from './simulated.ts'

it('[CLI-378] names the figures that are known less well than asked for', async () => {
  const report = await simulated(flowOf({ Web: ['Client'], API: ['Server'] }, [['Web', 'API']]))
  const figure = (halfWidth: number) => ({
    ...{ mean: 100, halfWidth, lower: 100 - halfWidth, upper: 100 + halfWidth },
    ...{ lowest: 90, highest: 110, count: 4 },
  })
  const told = (p99: number) => {
    const response = { ...report.figures.response, mean: figure(1), p95: figure(4), p99: figure(p99) }
    const growth = { ended: 'enough', precision: 0.05, mostEvents: 1e8, takesMs: null } as const
    return grownSentence({ ...report, figures: { ...report.figures, response } }, growth)
  }
  expect(told(5)).toMatch(/^The runs grew until mean, p95 and p99 were known to ± 5 %\. --duration/)
  expect(told(7)).toContain(
    '± 5 %. What is reported, of their second half, is known less well: p99 to ± 7 %. --duration',
  )
})

it('[RPT-40] heads a warning by what it is about, unless that is named in it', async () => {
  const report = await simulated(flowOf({ Web: ['Client'], API: ['Server'] }, [['Web', 'API']]))
  const node = report.nodes.find(({ id }) => id === 'API')?.id ?? ''
  const texts = ['API adds no instance', 'Auto-scaling adds no instance', 'APIs add none']
  const told = [{ of: null, text: 'Run longer' }, ...texts.map((text) => ({ of: node, text }))]
  expect(warnings({ ...report, warnings: told }, ({ id }) => id)).toEqual([
    'Run longer',
    'API adds no instance',
    'API: Auto-scaling adds no instance',
    'API: APIs add none',
  ])
})
