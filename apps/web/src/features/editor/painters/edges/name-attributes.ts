import type { sceneEdge } from '../../scene/edge.ts'

/** How the name of an edge stands on its line, as attributes of an SVG text. */
export const nameAttributes = ({ x, y, size, anchor, color, halo }: ReturnType<typeof sceneEdge>['name']) => ({
  x,
  y,
  fontSize: size,
  textAnchor: anchor,
  fill: `var(${color})`,
  stroke: halo && `var(${halo.color})`,
  strokeWidth: halo?.width,
})
