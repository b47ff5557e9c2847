import { defineEdgeKind } from '../kinds.ts'
import { edgeProperties } from './common.props.ts'
import { plainLook } from './looks.ts'

/** For edges that come from other formats without a kind. */
export const defaultConnection = defineEdgeKind({
  type: 'default',
  label: 'Default',
  caption: 'A connection of no particular kind',
  icon: 'arrow-right',
  rules: [],
  look: (data) => plainLook(data),
  properties: edgeProperties(),
})
