import { NODE_SIZE } from '@plimsoll/flow'

/** The canvas' numbers, each once. Lengths in pixels; on the canvas, of the canvas at zoom 1. */

/** `overview` is how far "Fit view" alone may zoom out. */
export const ZOOM = { min: 0.5, max: 2, overview: 0.2, keyboardFactor: 1.2 } as const

/** `padding` is a share of the viewport, which shrinks to `leastMargin` pixels before all gets smaller than `ZOOM.min`; a small diagram is not blown up. */
export const FIT_VIEW = { padding: 0.1, maxZoom: 1, leastMargin: 24 } as const

/** As far from the origin as nodes are shown. A document may say any number; far beyond this the arithmetic of the viewport breaks down. */
export const CANVAS_REACH = 1_000_000

export const SNAP_GRID: [number, number] = [15, 15]

/** How near to a guide a drag is drawn to it, in pixels of the screen. */
export const GUIDE_REACH = 6

/** How far an arrow key moves what is selected. */
export const ARROW_STEP = { plain: 5, withShift: 20 } as const

/** How far a key resizes what is selected. */
export const RESIZE_STEP = 15

/** Pixels a frame; it begins 40 px from the edge of the viewport, which is React Flow's own number. */
export const AUTO_PAN_SPEED = 15

/** How near to a handle a connection may be dropped; React Flow looks at nodes up to 250 px further away for it. */
export const CONNECTION_RADIUS = 20

/** Of the spot at the end of a selected connection that it can be led elsewhere by; its nearer half lies under the node's handle. */
export const RECONNECT_RADIUS = 16

/** Size of a node that nobody resized: whole steps of the snap grid, so that edges between neighbours are straight. */
export const NODE = NODE_SIZE

/** Narrower or lower nodes take smaller letters and icons. */
export const SMALL_NODE = { width: 150, height: 65 } as const

/** The part of a node's side that holds on to connections; its outer side is the node's border. */
export const HANDLE = { width: 8, height: 24 } as const

/** Free distance that a node added by keyboard keeps from the others. */
export const PLACING_GAP = { horizontal: 120, vertical: 60 } as const

/** Up to this many nodes all of them are in the page, for Tab and for search; beyond it those near the viewport. */
export const UNCULLED_NODES = 100

/** With more connections than this no dashes move and water is not eased: each of them would be painted in every frame. */
export const CROWDED_FROM_EDGES = 60

/** Longer names of connections are cut on the canvas, in characters. */
export const EDGE_NAME_LIMIT = 40

/**
 * Longer names of components and, in lists, of connections are cut, in characters. No node has room for more, and the browser
 * takes seconds to break a right-to-left text of thousands of characters into lines.
 */
export const NAME_LIMIT = 200

/** On a canvas that is lower, the legend would lie over the buttons and most of the flow, and is not shown. Pixels of the screen. */
export const LEGEND_FROM_HEIGHT = 220
/** On a canvas that is narrower, the legend has no room beside the tools and lies below them. Pixels of the screen. */
export const LEGEND_BESIDE_TOOLS_FROM_WIDTH = 384

/** Below this zoom the names of connections are too small to read, and are not drawn. */
export const NAMES_FROM_ZOOM = 0.7

/** Below this zoom the figures of nodes are too small to read, and nodes keep their summaries. */
export const FIGURES_FROM_ZOOM = 0.4

/** Length of the viewport's own moves, in ms; none where motion is unwanted. */
export const VIEWPORT_MOVE_MS = 180

/** With as many connections in the page, they are one picture while the viewport moves. */
export const BITMAP_FROM_EDGES = 120

/** With more of them selected, all are painted themselves while the viewport moves. */
export const MOST_EDGES_BESIDE_BITMAP = 20

/** With as many in the page, they are one picture in a drag without a run, too. */
export const BITMAP_IN_DRAG_FROM_EDGES = 250

/** Of more connections that come into the page at once, so many come in a frame. */
export const EDGES_IN_BATCH = 500

/** Up to as many nodes are dragged past the canvas library, with as many connections. */
export const MOST_DIRECTLY_DRAGGED = 100

/** After so long without a move the viewport is at rest, in ms. */
export const VIEWPORT_AT_REST_MS = 200
