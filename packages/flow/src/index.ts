export type { FlowChange } from './changes.ts'
export {
  type Comparison,
  compareFlows,
  type Difference,
  type ElementChange,
  type ElementDifference,
  flowDifferences,
  isOfLayout,
} from './compare.ts'
export { createEdge, createNode, edgeId, groupId, nodeId, slideId } from './create.ts'
export {
  type Area,
  EMPTY_FLOW,
  type Ends,
  FLOW_LIMITS,
  type Flow,
  type FlowEdge,
  type FlowGroup,
  type FlowNode,
  type FlowSlide,
  GROUP_MINIMUM,
  NODE_MINIMUM,
  type Position,
} from './document.ts'
export { editWords } from './edit-words.ts'
export { isSameJson } from './json.ts'
export { instantiateTemplate, LAYER_SPACING, NODE_SIZE, type TemplateCell } from './layout.ts'
export { mergeFlows, withUnchanged } from './merge.ts'
export { type LeftOut, readMermaid } from './mermaid/read.ts'
export { writeMermaid } from './mermaid/write.ts'
export { DOCUMENT_VERSION } from './migrations.ts'
export { type Parsed, parseFlow } from './parse.ts'
export { applyChange, connectionFault, groupsOf } from './reducer.ts'
export { type Mending, type RawFlow, repairFlow } from './repair.ts'
export { slidesOf } from './slides.ts'
export { wrappedLayers, wrappedTemplate } from './wrapped-layers.ts'
