import type { LegendEntry, Shape } from './drawing.ts'

/** The size of what stands before a name in a legend, in the units of the plot. */
export const LEGEND_MARK = { width: 24, height: 10 } as const

/** What stands before a name in a legend, drawn as in the plot; its left upper corner is given. */
export function legendMark({ role, index }: LegendEntry, { x, y }: { readonly x: number; readonly y: number }): Shape {
  const look = { role, ...(index !== undefined && { index }) }
  const { width, height } = LEGEND_MARK
  const middle = y + height / 2
  if (role === 'point') return { of: 'path', ...look, d: `M${x + width / 2} ${middle}h0` }
  if (role === 'line' || role === 'limit' || role === 'mark')
    return { of: 'path', ...look, d: `M${x} ${middle}h${width}` }
  return { of: 'rect', ...look, x, y, width, height }
}
