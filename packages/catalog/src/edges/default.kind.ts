import { defineEdgeKind } from '../kinds.ts'
import { edgeProperties } from './common.props.ts'
import { plainLook } from './looks.ts'

/** What a connection of an unknown kind falls back to. */
export const defaultConnection = defineEdgeKind({
  type: 'default',
  label: 'Default',
  caption: 'A connection of no particular kind',
  icon: 'arrow-right',
  rules: [],
  look: (data) => plainLook(data),
  properties: edgeProperties(),
})
