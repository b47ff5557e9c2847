export { commonProperties } from './common.ts'
export { defaultEdgeType } from './connections.ts'
export {
  type Bound,
  type ChoiceProperty,
  type Condition,
  type DataOf,
  type Effect,
  ENGINE_NAMES,
  type Engine,
  type Option,
  type Properties,
  type Property,
  type PropertyValue,
  type Role,
  SECTION_TITLES,
  type SectionId,
} from './descriptors.ts'
export { type Edit, setProperty, shownValue } from './edit.ts'
export { unitOf, withUnit } from './format.ts'
export { IGNORED_REASONS, type IgnoredReason } from './ignored.ts'
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
export { cutText, mendData } from './mending.ts'
export { USERS_PROPERTY } from './nodes/client.kind.ts'
export {
  fieldsByEngine,
  type IgnoredFields,
  type PanelElement,
  type PanelField,
  type PanelSection,
  panelFields,
  panelSections,
} from './panel.ts'
export { RECIPES, type Recipe } from './recipes.ts'
export { edgeTypeFromText, nodeTypeFromText } from './recognition.ts'
export { type ReferenceRow, referenceRows } from './reference.ts'
export {
  EDGE_KINDS,
  type EdgeData,
  edgeKind,
  edgeLook,
  hasSpecificProperties,
  isEdgeType,
  isNodeType,
  makesRequests,
  NODE_KINDS,
  type NodeData,
  nodeKind,
  nodeKindLabel,
  nodeSummary,
  nodeTypeOf,
} from './registry.ts'
export type { FlowTemplate, TemplateEdge, TemplateNode } from './templates/template.ts'
export { TEMPLATES } from './templates/templates.ts'
export { threeTier } from './templates/three-tier.template.ts'
export {
  boundsOf,
  checkData,
  completeData,
  type Data,
  defaultsOf,
  type Fault,
  faultOf,
  isVisible,
  optionsOf,
} from './validation.ts'
