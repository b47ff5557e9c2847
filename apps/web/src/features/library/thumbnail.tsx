import { useIntersection } from '@mantine/hooks'
import type { LibraryFlow } from '@plimsoll/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { thumbnailQuery } from '../../shared/api/flows.ts'
import { useColorScheme } from '../../shared/theme/color-scheme.ts'
import classes from './library.module.css'

/** Draws a document on a canvas as large as it is shown. */
export type DrawThumbnail = (canvas: HTMLCanvasElement, document: unknown) => boolean

interface ThumbnailProps {
  readonly flow: LibraryFlow
  readonly loadDrawing: () => Promise<DrawThumbnail>
}

/** A small drawing of a flow, which is fetched and drawn when it comes near the screen. It tells nothing that is not said beside it. */
export function Thumbnail({ flow, loadDrawing }: ThumbnailProps) {
  const { ref, entry } = useIntersection({ rootMargin: '200px' })
  const isNear = entry?.isIntersecting ?? false
  const canvas = useRef<HTMLCanvasElement>(null)
  const { scheme } = useColorScheme()
  const { data } = useQuery({ ...thumbnailQuery(flow), enabled: isNear && flow.nodes > 0 })
  const { data: draw } = useQuery({
    queryKey: ['thumbnail painter'],
    queryFn: loadDrawing,
    enabled: data !== undefined,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew in the colours of another scheme
  useEffect(() => {
    if (data && draw && canvas.current) canvas.current.dataset.drawn = String(draw(canvas.current, data))
  }, [data, draw, scheme])
  return (
    <div ref={ref} className={classes.thumbnail} aria-hidden="true">
      <canvas ref={canvas} data-scheme={scheme} />
    </div>
  )
}
