import type { Point } from '../runs/point.ts'
import type { Sentence } from './verdict.ts'

/** What holds of the loads at which these are saturated, where it is not of the instances that ran. */
export const allInstancesSentence = (points: readonly Pick<Point, 'countsAllInstances'>[]): readonly Sentence[] =>
  points.some(({ countsAllInstances }) => countsAllInstances)
    ? [
        {
          text: 'The load at which a component is saturated is told with all instances that auto-scaling may give it; fewer ran.',
          tone: null,
        },
      ]
    : []
