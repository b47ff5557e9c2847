import { ReactFlow } from '@xyflow/react'
import { createRoot } from 'react-dom/client'
import '@xyflow/react/dist/style.css'
import { layeredFlow } from '../graphs.ts'

/** The baseline: the same graph and the same pane with React Flow's default nodes and edges, and nothing else. */
const query = new URLSearchParams(location.search)
const { nodes, edges } = layeredFlow(Number(query.get('size')))
const pane = { width: Number(query.get('width')), height: Number(query.get('height')) }

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root element')
createRoot(root).render(
  <div style={pane}>
    <ReactFlow
      defaultNodes={nodes.map(({ id, position, data }) => ({ id, position, data: { label: data.label } }))}
      defaultEdges={edges.map(({ id, source, target }) => ({ id, source, target }))}
      fitView
      proOptions={{ hideAttribution: true }}
    />
  </div>,
)
