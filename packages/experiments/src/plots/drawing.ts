/** What a shape stands for; it decides how it looks. */
type ShapeRole = 'grid' | 'band' | 'range' | 'bar' | 'line' | 'dot' | 'limit' | 'segment'

/** A shape in the coordinates of its drawing. */
export type Shape =
  | { readonly of: 'text'; readonly x: number; readonly y: number; readonly anchor: Anchor; readonly text: string }
  | (Drawn & { readonly of: 'path'; readonly d: string })
  | (Drawn & Rectangle & { readonly of: 'rect' })

type Anchor = 'start' | 'middle' | 'end'

interface Drawn {
  readonly role: ShapeRole
  /** Which of several, from 0 to 3: each has a colour and dashes of its own. */
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
