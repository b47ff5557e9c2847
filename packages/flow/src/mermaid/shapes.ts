import type { NodeType } from '@plimsoll/catalog'

/** The shape of each pair of brackets. Longer opening brackets come first, because shorter ones are their prefixes. */
export const BRACKETS = [
  { open: '(((', close: ')))', shape: 'dbl-circ' },
  { open: '((', close: '))', shape: 'circle' },
  { open: '([', close: '])', shape: 'stadium' },
  { open: '(-', close: '-)', shape: 'ellipse' },
  { open: '(', close: ')', shape: 'rounded' },
  { open: '[[', close: ']]', shape: 'subproc' },
  { open: '[(', close: ')]', shape: 'cyl' },
  { open: '[/', close: '/]', shape: 'lean-r' },
  { open: '[/', close: '\\]', shape: 'trap-b' },
  { open: '[\\', close: '\\]', shape: 'lean-l' },
  { open: '[\\', close: '/]', shape: 'trap-t' },
  { open: '[', close: ']', shape: 'rect' },
  { open: '{{', close: '}}', shape: 'hex' },
  { open: '{', close: '}', shape: 'diam' },
  { open: '>', close: ']', shape: 'odd' },
] as const

type Shape = (typeof BRACKETS)[number]['shape']

/** The shape in which each kind is written. */
export const KIND_SHAPES = {
  Client: 'stadium',
  LoadBalancer: 'hex',
  Server: 'rect',
  Cache: 'rounded',
  Database: 'cyl',
} as const satisfies Readonly<Record<NodeType, Shape>>

const STORES = ['Database', 'Cache'] as const

/** The kinds that a shape can mean: the first, unless the label tells another of them. */
export const KINDS_BY_SHAPE: ReadonlyMap<string, readonly [NodeType, ...NodeType[]]> = new Map(
  [
    ...['cyl', 'cylinder', 'database', 'db', 'h-cyl', 'das', 'horizontal-cylinder'],
    ...['lin-cyl', 'disk', 'lined-cylinder', 'datastore', 'data-store', 'bow-rect', 'stored-data'],
  ].map((shape) => [shape, STORES]),
)
