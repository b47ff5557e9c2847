import { escapeMarkup } from '../words/markup.ts'
import type { Shape } from './drawing.ts'

/** `line line1`: the classes that SHAPE_CSS gives a look. */
const shapeClass = ({ role, index }: { readonly role: string; readonly index?: number }): string =>
  index === undefined ? role : `${role} ${role}${index}`

/** A shape as an element of SVG. */
export function shapeMarkup(shape: Shape): string {
  switch (shape.of) {
    case 'text':
      return `<text x="${shape.x}" y="${shape.y}" text-anchor="${shape.anchor}">${escapeMarkup(shape.text)}</text>`
    case 'path':
      return `<path class="${shapeClass(shape)}" d="${shape.d}"/>`
    case 'rect': {
      const { x, y, width, height } = shape
      return `<rect class="${shapeClass(shape)}" x="${x}" y="${y}" width="${width}" height="${height}"/>`
    }
  }
}
