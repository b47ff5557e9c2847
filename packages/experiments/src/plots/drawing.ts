/** What a shape stands for; it decides how it looks. */
type ShapeRole = 'grid' | 'band' | 'range' | 'bar' | 'line' | 'dot' | 'point' | 'limit' | 'mark' | 'segment'

/** So many lines, or limits, of one plot are told apart by their colours and dashes. */
const LOOKS = 8

/** How lines, and limits, of a plot look in turn. */
export const lookOf = <Role extends 'line' | 'limit'>(role: Role, position: number) => ({
  role,
  index: position % LOOKS,
})

/** A shape in the coordinates of its drawing. */
export type Shape =
  | { readonly of: 'text'; readonly x: number; readonly y: number; readonly anchor: Anchor; readonly text: string }
  | (Drawn & { readonly of: 'path'; readonly d: string })
  | (Drawn & Rectangle & { readonly of: 'rect' })

type Anchor = 'start' | 'middle' | 'end'

interface Drawn {
  readonly role: ShapeRole
  /** Which of several, from 0 to LOOKS - 1: each has a look of its own. */
  readonly index?: number
}

interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A plot as shapes, for the page, the HTML report and files alike. */
export interface Drawing {
  readonly title: string
  /** What the values are of. */
  readonly unit: string
  readonly width: number
  readonly height: number
  readonly shapes: readonly Shape[]
  readonly legend: readonly LegendEntry[]
}

export interface LegendEntry extends Drawn {
  readonly name: string
}
