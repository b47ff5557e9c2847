/* As engine/choosing.ts. */

import * as js from './hooks'
import { uniform } from './random'
import { LinkRow, NodeRow, StepRow } from './rows'
import { linkAt, run } from './state'

@inline export function isUsable(link: LinkRow): bool {
  return link.isOut == 0 && link.ejectedUntil <= run.now
}

@inline export function linkOfStep(step: StepRow, index: i32): LinkRow {
  return changetype<LinkRow>(load<i32>(<usize>step.links + (<usize>index << 2)))
}

export const B_weight: i32 = 0
export const B_rotation: i32 = 1
export const B_least: i32 = 2

/** Null: all are removed. Balancing that is none of these is chosen by the engine's own code. */
export function chooseLink(node: NodeRow, step: StepRow, record: i32): usize {
  if (step.onlyLink != 0) {
    const only = changetype<LinkRow>(step.onlyLink)
    return isUsable(only) ? <usize>step.onlyLink : 0
  }
  const links = step.count
  if (node.balancing == B_rotation) {
    for (let tries = 0; tries < links; tries++) {
      const link = linkOfStep(step, step.turn)
      step.turn = step.turn + 1 == links ? 0 : step.turn + 1
      if (isUsable(link)) return changetype<usize>(link)
    }
    return 0
  }
  if (node.balancing == B_least) {
    let best: usize = 0
    let least: i32 = 0
    let index = step.turn
    step.turn = step.turn + 1 == links ? 0 : step.turn + 1
    for (let tries = 0; tries < links; tries++) {
      const link = linkOfStep(step, index)
      const underWay = link.message == 0 ? link.awaited : link.open
      if ((best == 0 || underWay < least) && isUsable(link)) {
        best = changetype<usize>(link)
        least = underWay
      }
      index = index + 1 == links ? 0 : index + 1
    }
    return best
  }
  if (node.balancing == B_weight) {
    const u = uniform(node.stream)
    if (step.weight == 0) return changetype<usize>(linkOfStep(step, <i32>floor(u * <f64>links)))
    let left = u * step.weight
    for (let index = 0; index < links; index++) {
      left -= load<f64>(<usize>step.weights + (<usize>index << 3))
      if (left < 0) return changetype<usize>(linkOfStep(step, index))
    }
    return changetype<usize>(linkOfStep(step, links - 1))
  }
  const chosen = js.choose(record)
  return chosen < 0 ? 0 : changetype<usize>(linkAt(chosen))
}
