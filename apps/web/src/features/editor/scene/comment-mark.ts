import type { Shape } from './shape.ts'

/** A speech bubble with a number, in px: its tail points to the element. */
const BUBBLE = { height: 18, tail: 4, radius: 9, digit: 7, padding: 11, most: 99 } as const

export interface CommentMark {
  readonly width: number
  readonly height: number
  readonly shapes: readonly Shape[]
}

/** The mark of an element with so many open threads, from its upper left corner at (0, 0); the same for nodes and edges. */
export function commentMark(count: number): CommentMark {
  const text = count > BUBBLE.most ? `${BUBBLE.most}+` : `${count}`
  const { height, tail, radius } = BUBBLE
  const width = BUBBLE.padding + text.length * BUBBLE.digit
  const path = [
    `M${radius},0H${width - radius}A${radius},${radius} 0 0 1 ${width - radius},${height}`,
    `H${radius}L${radius - 5},${height + tail}V${height - 1.5}A${radius},${radius} 0 0 1 ${radius},0Z`,
  ].join('')
  return {
    width,
    height: height + tail,
    shapes: [
      { kind: 'path', path, fill: { color: '--accent' }, stroke: { color: '--surface-canvas', width: 1.5 } },
      {
        kind: 'text',
        text,
        x: width / 2,
        y: 13,
        size: 12,
        weight: 600,
        anchor: 'middle',
        color: '--on-accent',
        isFigure: true,
      },
    ],
  }
}
