import { describe, expect, it } from 'vitest'
import { kneeCurves } from '../src/capacity/knee.ts'
import {
  type Bars,
  type CapacityReport,
  type Curves,
  type Drawing,
  drawBars,
  drawChart,
  drawCurves,
  drawDistribution,
  pageOfCapacity,
  SHAPE_CSS,
  svgFile,
} from '../src/index.ts'

const estimate = (mean: number, half: number) => ({
  mean,
  halfWidth: half,
  lower: mean - half,
  upper: mean + half,
  lowest: mean,
  highest: mean,
  count: 1,
})

const CURVE: Curves = {
  title: 'Response <time>',
  unit: 'ms',
  over: 'load, rps',
  isLogarithmic: false,
  lines: [
    {
      name: 'p99',
      points: [
        { at: 10, value: 20, lower: 18, upper: 22 },
        { at: 20, value: 40, lower: 30, upper: 50 },
        { at: 30, value: null, lower: null, upper: null },
      ],
    },
  ],
  limits: [{ name: 'p99 < 45 ms', value: 45 }],
  marks: [{ name: 'today', at: 20 }],
}

const pathsOf = ({ shapes }: Drawing, role: string) =>
  shapes.flatMap((shape) => (shape.of === 'path' && shape.role === role ? [shape.d] : []))
const textsOf = ({ shapes }: Drawing) => shapes.flatMap((shape) => (shape.of === 'text' ? [shape.text] : []))

describe('plots', () => {
  it('[EXP-70] [EXP-313] draw a curve with the interval of each figure, its limits and marks, and gaps where nothing is known', () => {
    const drawing = drawCurves(CURVE)
    // The highest value, the interval's end of 50, is the highest level; loads go 4 % beyond the last.
    expect(textsOf(drawing)).toEqual([
      '0',
      '10',
      '20',
      '30',
      '40',
      '50',
      '0',
      '5',
      '10',
      '15',
      '20',
      '25',
      '30',
      'load, rps',
    ])
    expect(pathsOf(drawing, 'line')).toEqual(['M188.2,115.6L316.4,45.2'])
    expect(pathsOf(drawing, 'dot')).toEqual(['M188.2 115.6h0', 'M316.4 45.2h0'])
    expect(pathsOf(drawing, 'range')).toEqual(['M188.2,108.6L316.4,10L316.4,80.4L188.2,122.6Z'])
    expect([...pathsOf(drawing, 'limit'), ...pathsOf(drawing, 'mark')]).toEqual(['M60 27.6H460', 'M316.4 10V186'])
    expect(drawing.legend.map(({ name }) => name)).toEqual(['p99', 'p99 < 45 ms', 'today'])
  })

  it('[PRD-322] mark an axis that has whole numbers alone at whole numbers', () => {
    const line = (...places: readonly number[]) => [{ name: 'p99', points: places.map((at) => ({ at, value: 40 })) }]
    const over = (...places: readonly number[]) =>
      drawCurves({ ...CURVE, lines: line(...places), marks: [], limits: [] })
    expect(textsOf(over(1, 2, 3)).slice(-5)).toEqual(['0', '1', '2', '3', 'load, rps'])
    expect(textsOf(over(1, 1.5, 3))).toContain('0.5')
    const upTo = (...values: readonly number[]) =>
      textsOf(drawChart({ title: '', unit: '', times: [10, 20], lines: [{ name: '', values }], bands: [] }))
    expect(upTo(0, 1).slice(0, 3)).toEqual(['0', '1', '0'])
    expect(upTo(0, 0.9)).toContain('0.2')
  })

  it('[EXP-346] tell eight limits apart, in the plot as in its legend', () => {
    const { shapes, legend } = drawCurves({
      ...CURVE,
      limits: [20, 25, 30, 45].map((value) => ({ name: `${value}`, value })),
    })
    const drawn = shapes.flatMap((shape) => (shape.of === 'path' && shape.role === 'limit' ? [shape.index] : []))
    expect(new Set(drawn).size).toBe(4)
    const looks = [...SHAPE_CSS.matchAll(/path\.limit\d (.*)/g)].map(([, look]) => look)
    expect(new Set(looks).size).toBe(8)
    expect(legend.flatMap((entry) => (entry.role === 'limit' ? [entry.index] : []))).toEqual(drawn)
  })

  it('[EXP-370] [EXP-372] tell eight lines apart, with the dots and intervals of each, and draw them in the legend as they are', () => {
    const [line] = CURVE.lines
    const lines = Array.from({ length: 8 }, (_, index) => ({ name: `${index}`, points: line?.points ?? [] }))
    const { svg } = svgFile(drawCurves({ ...CURVE, lines }), 'light')
    for (let index = 0; index < 8; index++) {
      const drawn = svg.match(new RegExp(`<path class="line line${index}" `, 'g'))
      expect(drawn).toHaveLength(2)
    }
    const looks = [...SHAPE_CSS.matchAll(/path\.line\d (.*)/g)].map(([, look]) => look)
    expect(new Set(looks).size).toBe(8)
    const colours = (role: string) =>
      [...SHAPE_CSS.matchAll(new RegExp(`path\\.${role}\\d .*?(var\\(.*?\\))`, 'g'))].map(([, colour]) => colour)
    expect(colours('dot')).toEqual(colours('line'))
    expect(colours('range')).toEqual(colours('line'))
  })

  it('[EXP-371] name in the legend what is drawn alone', () => {
    const [line] = CURVE.lines
    const unknown = { name: 'p95', points: line?.points.map(({ at }) => ({ at, value: null })) ?? [] }
    expect(drawCurves({ ...CURVE, lines: [unknown, ...CURVE.lines] }).legend.map(({ name }) => name)).toEqual([
      ...['p99', 'p99 < 45 ms', 'today'],
    ])
    const limits = [40, 50, 500].map((value) => ({ name: `${value} ms`, value }))
    const { legend } = drawDistribution({ title: '', unit: 'ms', bins: [{ from: 10, to: 100, count: 15 }], limits })
    expect(legend.flatMap(({ name, role, index }) => (role === 'limit' ? [[name, index]] : []))).toEqual([
      ['40 ms', 0],
      ['50 ms', 1],
    ])
  })

  it('[SIM-722] shades a moment so that it can be seen, and says when it was', () => {
    const { shapes, legend } = drawChart({
      title: 'Requests',
      unit: 'a second',
      times: [60, 120],
      bands: [{ name: 'cold of k', fromS: 60, toS: 60 }],
      lines: [{ name: 'offered', values: [1, 2] }],
    })
    expect(shapes.find((shape) => 'role' in shape && shape.role === 'band')).toMatchObject({ width: 2 })
    expect(legend).toEqual([{ name: 'cold of k (at 60 s)', role: 'band' }])
  })

  it('[EXP-71] are files with title, unit, axis and legend on a background of their own, in light and dark', () => {
    const chart = drawChart({
      title: 'Requests over time',
      unit: 'a second',
      times: [1, 2, 3],
      lines: [
        { name: 'offered', values: [10, 20, 10] },
        { name: 'failed', values: [null, 5, null] },
      ],
      bands: [{ name: 'warm-up', fromS: 0, toS: 1 }],
    })
    const distribution = drawDistribution({
      title: 'Response times',
      unit: 'ms',
      bins: [
        { from: 0, to: 10, count: 5 },
        { from: 10, to: 100, count: 15 },
      ],
      limits: [{ name: 'p95 < 50 ms', value: 50 }],
    })
    const bars: Bars = {
      title: 'Where the time goes',
      kinds: ['Network', 'Waiting'],
      end: 10,
      rows: [{ name: 'API', depth: 0, part: null, segments: [{ kind: 1, from: 0, to: 5 }], text: '5 ms' }],
    }
    for (const drawing of [drawCurves(CURVE), chart, distribution, drawBars(bars)]) {
      const { svg, width, height } = svgFile(drawing, 'light')
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" [^>]*><?/)
      expect(svg).toContain(`<rect class="back" width="${width}" height="${height}"/>`)
      expect(svg).not.toMatch(/NaN|undefined|Infinity|<time>/)
      const shown = [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text]) => text)
      const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      const wanted = [drawing.title, drawing.unit, ...textsOf(drawing), ...drawing.legend.map(({ name }) => name)]
      expect(shown).toEqual(expect.arrayContaining(wanted.filter((text) => text !== '').map(escaped)))
      const coordinates = [...svg.matchAll(/<text [^>]*x="([\d.]+)" y="([\d.]+)"/g)]
      for (const [, x, y] of coordinates) {
        expect(Number(x)).toBeLessThan(width)
        expect(Number(y)).toBeLessThan(height)
      }
    }
    expect(svgFile(chart, 'light').svg).toContain('--back: #fff;')
    expect(svgFile(chart, 'dark').svg).toContain('--back: #12181f;')
    expect(textsOf(chart)).toContain('simulated time, s')
  })

  it('[PRD-160] [PRD-161] show the percentile that an objective limits, and no line without values', () => {
    const point = (rps: number) => ({
      ...{ rps, verdict: 'pass' as const, isSteady: true, p50: estimate(20, 1), p95: estimate(40, 2), p99: null },
      ...{ offered: estimate(rps, 1), goodput: estimate(rps, 1), errorRate: estimate(0, 0) },
    })
    const linesFor = (...objectives: CapacityReport['asked']) => {
      const report: CapacityReport = {
        ...{ format: 'plimsoll-capacity', version: 1, flow: { name: 'Shop' }, seed: 1, ended: 'enough' },
        ...{ client: null, clientLabel: null, objectives: [], asked: objectives, todayRps: 20, capacityRps: null },
        ...{ headroom: null, limit: null, points: [point(20), point(30)], refusal: null, sentence: '' },
      }
      return kneeCurves(report)[0]?.lines.map(({ name }) => name)
    }
    expect(linesFor({ metric: 'p95', comparison: '<', limit: 100 })).toEqual(['p95', 'p50'])
    expect(linesFor({ metric: 'p99', comparison: '<', limit: 100 })).toEqual(['p50'])
    expect(linesFor({ metric: 'errorRate', comparison: '<', limit: 1 })).toEqual(['p50'])
  })

  it('[EXP-365] [EXP-366] show what objectives of a part, and of the mean, are about', () => {
    const asked: CapacityReport['asked'] = [
      { metric: 'mean', comparison: '<', limit: 50 },
      { metric: 'p99', comparison: '<', limit: 80 },
      { metric: 'p99', comparison: '<', limit: 60, scope: { by: 'node', id: 'a', name: 'API' } },
      { metric: 'throughput', comparison: '>', limit: 5, scope: { by: 'node', id: 'a', name: 'API' } },
      { metric: 'mean', comparison: '<', limit: 40 },
    ]
    const point = (rps: number) => ({
      ...{ rps, verdict: 'pass' as const, isSteady: true, p50: estimate(20, 1), p95: null, p99: estimate(70, 1) },
      ...{ offered: estimate(rps, 1), goodput: estimate(rps, 1), errorRate: estimate(0, 0) },
      asked: [estimate(30, 1), estimate(70, 1), estimate(55, 1), estimate(rps, 1), estimate(30, 1)],
    })
    const report: CapacityReport = {
      ...{ format: 'plimsoll-capacity', version: 1, flow: { name: 'Shop' }, seed: 1, ended: 'enough' },
      ...{ client: null, clientLabel: null, objectives: [], asked, todayRps: 20, capacityRps: null },
      ...{ headroom: null, limit: null, points: [point(20), point(30)], refusal: null, sentence: '' },
    }
    const { tables, curves = [] } = pageOfCapacity(report)
    expect(tables[0]?.head.slice(-3)).toEqual(['mean, ms', 'p99@API, ms', 'throughput@API, rps'])
    expect(tables[0]?.rows.map((row) => row.slice(-3))).toEqual([
      [30, 55, 20],
      [30, 55, 30],
    ])
    expect(curves[0]?.lines.map(({ name }) => name)).toEqual(['p99', 'p50', 'mean', 'p99@API'])
    expect(curves[0]?.lines[3]?.points[0]).toEqual({ at: 20, value: 55, lower: 54, upper: 56 })
    expect(curves[0]?.limits?.map(({ name }) => name)).toEqual([
      ...['mean < 50 ms', 'p99 < 80 ms', 'p99@API < 60 ms', 'mean < 40 ms'],
    ])
    // A report of a former version.
    const old = { ...report, points: report.points.map(({ asked: _, ...one }) => one) }
    expect(pageOfCapacity(old).tables[0]?.rows[0]?.slice(-3)).toEqual([null, null, null])
  })

  it('[EXP-72] show the knee: response time, completed and failed requests by load, with the load of today and what is carried', () => {
    const point = (rps: number, p99: number | null) => ({
      ...{ rps, verdict: p99 === null ? ('fail' as const) : ('pass' as const), isSteady: p99 !== null },
      ...{ p50: null, p95: null, p99: p99 === null ? null : estimate(p99, 5) },
      ...{
        offered: estimate(rps, 1),
        goodput: estimate(Math.min(rps, 30), 1),
        errorRate: estimate(p99 === null ? 20 : 0, 1),
      },
    })
    const report: CapacityReport = {
      ...{
        format: 'plimsoll-capacity',
        version: 1,
        flow: { name: 'Shop' },
        seed: 1,
        client: null,
        clientLabel: null,
        ended: 'enough',
      },
      objectives: ['p99 < 100 ms'],
      asked: [{ metric: 'p99', comparison: '<', limit: 100 }],
      todayRps: 20,
      capacityRps: { mean: 30, lower: 29.8, upper: 30.2 },
      headroom: 0.5,
      limit: null,
      points: [point(20, 40), point(30, 100), point(33, null)],
      refusal: null,
      sentence: 'It carries 30 rps.',
    }
    const { curves = [] } = pageOfCapacity(report)
    expect(curves.map(({ title }) => title)).toEqual([
      'Response time by load',
      'Completed requests by load',
      'Failed requests by load',
    ])
    expect(curves[0]).toMatchObject({
      over: 'load of all clients, rps',
      limits: [{ name: 'p99 < 100 ms', value: 100 }],
      marks: [
        { name: 'today, 20 rps', at: 20 },
        { name: 'it carries 30 rps', at: 30 },
      ],
    })
    expect(curves[0]?.lines[0]?.points).toEqual([
      { at: 20, value: 40, lower: 35, upper: 45 },
      { at: 30, value: 100, lower: 95, upper: 105 },
      { at: 33, value: null, lower: null, upper: null },
    ])
    expect(curves[2]?.lines[0]?.points.map(({ upper }) => upper)).toEqual([1, 1, 21])
  })
})
