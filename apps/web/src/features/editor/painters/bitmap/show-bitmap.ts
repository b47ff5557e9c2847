import { useDiagram } from '../../../../stores/diagram.ts'
import { BITMAP_FROM_EDGES } from '../../core/editor.config.ts'
import { useShownViewport } from '../../state/viewport.ts'
import { drawBitmap } from './bitmap-layer.ts'

interface BitmapOptions {
  /** What moves, for the style sheet: the view, or cards on it. */
  readonly as: 'view' | 'cards'
  /** Cards whose lines are not in the picture. */
  readonly without?: ReadonlySet<string> | undefined
}

/**
 * Shows the lines of a board with very many of them as one picture. Null where there are few, or one of them is selected or has the
 * focus: what is not painted cannot have it. Gives back how to show the lines themselves again.
 */
export function replaceByBitmap(region: HTMLElement, { as, without }: BitmapOptions): (() => void) | null {
  const lines = region.querySelector('.react-flow__edges')
  if (!lines || lines.querySelectorAll('.react-flow__edge').length < BITMAP_FROM_EDGES) return null
  if (useDiagram.getState().selection.edges.length > 0 || lines.contains(document.activeElement)) return null
  const erase = drawBitmap({ lines, without, withLoads: as === 'view' })
  region.dataset.moving = as
  useShownViewport.setState({ isBitmapShown: true })
  return () => {
    delete region.dataset.moving
    useShownViewport.setState({ isBitmapShown: false })
    erase()
  }
}
