import { counted, figure } from '../diagnosis/words.ts'
import { PLACES } from './fullest.ts'
import type { NodeFigures, RunSnapshot } from './snapshot.ts'

/** "24 of 24 slots taken, 47 % at work"; null where all that is taken works, or nothing is known. */
export function takenText(figures: NodeFigures | null, index: number): string | null {
  const { taken, most, places, verb, atWork } = takenAt(figures, index)
  return places && `${taken} of ${most} ${places} ${verb}${atWork}`
}

/** "24/24 slots, 47 % at work". */
export function takenInShort(figures: NodeFigures | null, index: number): string | null {
  const { taken, most, places, atWork } = takenAt(figures, index)
  return places && `${taken}/${most} ${places}${atWork.replace('of the slots', 'of slots')}`
}

/** A connection that is busier says of what. */
const BUSY_FROM = 0.5

/**
 * "96 of 100 connections in use"; of a line that is busier than the pool "bandwidth in use 63 % of the time"; of messages that are handed out
 * "16 messages held by its consumer". Null where little is in use, or nothing is known.
 */
export function inUseText(
  { edgeFigures: figures, edgeUtilization }: Pick<RunSnapshot, 'edgeFigures' | 'edgeUtilization'>,
  index: number,
): string | null {
  const [inUse, size, transferring] = [figures?.poolInUse, figures?.poolSize, figures?.transferring].map(
    (list) => list?.[index] ?? Number.NaN,
  ) as [number, number, number]
  if (Number.isFinite(size) && inUse > transferring * size) return poolText(inUse, size)
  const [busy, percent] = [edgeUtilization[index] ?? 0, Math.round(100 * transferring)]
  if (!(busy > BUSY_FROM)) return null
  if (percent < Math.floor(100 * busy)) return poolText(inUse, Number.POSITIVE_INFINITY)
  return percent > 0 ? `bandwidth in use ${percent} % of the time` : null
}

/** "96 of 100 connections in use"; of messages, which have none, "16 messages held by its consumer". */
export const poolText = (inUse: number, size: number): string =>
  Number.isFinite(size)
    ? `${figure(inUse)} of ${counted(size, 'connection')} in use`
    : `${counted(inUse, 'message')} held by its consumer`

const NOTHING = { taken: '', most: '', places: null, verb: '', atWork: '' } as const

function takenAt(figures: NodeFigures | null, index: number) {
  if (figures === null) return NOTHING
  const [taken, most, working] = [figures.taken, figures.takenOf, figures.takenWorking].map(
    (list) => list[index] ?? Number.NaN,
  ) as [number, number, number]
  const places = PLACES[figures.takenPlaces[index] ?? 0]
  if (places === undefined || !(most > 0)) return NOTHING
  const percent = Math.round(100 * working)
  const isHeld = percent < Math.round(Math.min(100, (100 * taken) / most))
  if (places === 'slots' && !isHeld) return NOTHING
  const atWork = places === 'requests' ? `, ${percent} % of the slots at work` : `, ${percent} % at work`
  return {
    taken: figure(taken),
    most: figure(most),
    places: most === 1 ? places.replace(/s\b/, '') : places,
    verb: places === 'requests' ? 'admitted' : 'taken',
    atWork: isHeld ? atWork : '',
  }
}
