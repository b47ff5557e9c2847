import type { Bars } from '../words/page.ts'
import { round } from './axis.ts'
import type { Drawing, Shape } from './drawing.ts'

const WIDTH = 640
const ROW = 24
const BAR = 12
/** Where the bars begin and end, between the names and the texts. */
const [FROM, TO] = [180, 450]
const INDENT = 8
const MOST_LETTERS = 26

/** Bars on one scale, each with its name before and its text behind it. */
export function drawBars({ title, kinds, start = 0, end, mark, rows }: Bars): Drawing {
  const x = (value: number) => round(FROM + ((value - start) / (end - start)) * (TO - FROM))
  const marks: readonly Shape[] =
    mark === undefined ? [] : [{ of: 'path', role: 'mark', index: 0, d: `M${x(mark)} 0V${rows.length * ROW}` }]
  return {
    title,
    unit: '',
    width: WIDTH,
    height: rows.length * ROW,
    shapes: [
      ...rows.flatMap(({ name, depth, segments, text }, row): readonly Shape[] => {
        const y = row * ROW + (ROW - BAR) / 2
        return [
          { of: 'text', x: depth * INDENT, y: y + 10, anchor: 'start', text: shortened(name) },
          { of: 'rect', role: 'band', x: FROM, y, width: TO - FROM, height: BAR },
          ...segments.map(
            ({ kind, from, to }): Shape => ({
              ...{ of: 'rect', role: 'segment', index: kind },
              ...{ x: x(from), y, width: Math.max(1, round(x(to) - x(from))), height: BAR },
            }),
          ),
          { of: 'text', x: TO + 8, y: y + 10, anchor: 'start', text },
        ]
      }),
      ...marks,
    ],
    legend: kinds.map((name, index) => ({ name, role: 'segment', index })),
  }
}

const shortened = (name: string): string => (name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name)
