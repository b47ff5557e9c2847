import { type Flow, groupsOf } from '@plimsoll/flow'
import { rectOf } from '../../canvas/placing.ts'
import type { Ink } from './ink.ts'
import { PictureCard } from './picture-card.tsx'
import { PictureGroup } from './picture-group.tsx'
import { PictureLine } from './picture-line.tsx'

interface PictureProps {
  readonly flow: Flow
  /** Utilization by id, 0 to 1; none at rest. */
  readonly loads: ReadonlyMap<string, number>
  readonly ink: Ink
}

/** The drawing as the canvas shows it at zoom 1: frames, lines over them, cards over these. */
export function Picture({ flow, loads, ink }: PictureProps) {
  const rects = new Map(flow.nodes.map((node) => [node.id, rectOf(node)]))
  return (
    <>
      {groupsOf(flow).map((group) => (
        <PictureGroup key={group.id} group={group} ink={ink} />
      ))}
      {flow.edges.map((edge) => {
        const [source, target] = [rects.get(edge.source), rects.get(edge.target)]
        const load = loads.get(edge.id) ?? null
        return source && target && <PictureLine key={edge.id} {...{ edge, source, target, load, ink }} />
      })}
      {flow.nodes.map((node) => (
        <PictureCard key={node.id} node={node} load={loads.get(node.id) ?? null} ink={ink} />
      ))}
    </>
  )
}
