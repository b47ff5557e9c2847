/** How far an arrow reaches back from its tip. */
export const HEAD_LENGTH = 8

/** The arrow at an end of an edge. Nodes are entered from the left and left to the right, so it points along x. */
export function arrowHead({ x, y, towards, width }: { x: number; y: number; towards: 1 | -1; width: number }): string {
  const half = 3.5 + width * 0.75
  return `M${x},${y}l${-towards * (HEAD_LENGTH + 1)},${-half}v${2 * half}z`
}
