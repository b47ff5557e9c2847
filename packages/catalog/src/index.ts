export {
  type Bound,
  type ChoiceProperty,
  type Condition,
  type DataOf,
  type Effect,
  type Option,
  type Properties,
  type Property,
  type PropertyValue,
  SECTION_TITLES,
  type SectionId,
} from './descriptors.ts'
export { type Edit, setProperty, shownValue } from './edit.ts'
export {
  EDGE_TYPES,
  type EdgeKind,
  type EdgeLook,
  type EdgeType,
  type LinkedRule,
  NODE_TYPES,
  type NodeKind,
  type NodeType,
} from './kinds.ts'
export { NODE_KINDS } from './registry.ts'
export {
  boundsOf,
  checkData,
  type Data,
  defaultsOf,
  type Fault,
  faultOf,
  isVisible,
  optionsOf,
} from './validation.ts'
