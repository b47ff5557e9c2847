import type { EdgeLook } from '../kinds.ts'

interface Drawn {
  readonly lineWidth: number
  readonly dashed: boolean
  readonly animated: boolean
  readonly bidirectional: boolean
}

/** The look that the data sets, with the overrides of a kind. */
export const plainLook = (data: Drawn, special: Partial<EdgeLook> = {}): EdgeLook => ({
  tone: 'neutral',
  width: data.lineWidth,
  highlight: null,
  dashed: data.dashed,
  animated: data.animated,
  bidirectional: data.bidirectional,
  ...special,
})
