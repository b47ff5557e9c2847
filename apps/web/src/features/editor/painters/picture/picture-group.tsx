import type { FlowGroup } from '@plimsoll/flow'
import { rectOf } from '../../core/placement.ts'
import type { TokenColours } from './token-colours.ts'
import { written } from './xml-text.ts'

/** As `frame.module.css` lays out the name of a group, in px from its upper left corner. */
const NAME = { left: 15, baseline: 25, right: 15 } as const

/** A group's frame as the canvas shows it, from plain shapes only. */
export function PictureGroup({ group, colours }: { readonly group: FlowGroup; readonly colours: TokenColours }) {
  const { x, y, width, height } = rectOf(group)
  return (
    <g>
      <rect
        x={x + 0.5}
        y={y + 0.5}
        width={width - 1}
        height={height - 1}
        rx={9.5}
        fill={colours('--group')}
        fillOpacity={colours('--group-opacity')}
        stroke={colours('--line-strong')}
      />
      <text
        x={x + NAME.left}
        y={y + NAME.baseline}
        fill={colours('--text-muted')}
        fontSize={13}
        fontWeight={600}
        letterSpacing="0.26"
        data-room={width - NAME.left - NAME.right}
      >
        {written(group.label)}
      </text>
    </g>
  )
}
