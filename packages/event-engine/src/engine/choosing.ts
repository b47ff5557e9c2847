import type { Balancing } from '../model.ts'
import type { Link } from './link.ts'
import type { Run } from './run.ts'
import type { RunningNode, RunningStep } from './running-node.ts'

/** The link for a call of this step; undefined where health checks or ejection have removed all. */
export function chooseLink(run: Run, node: RunningNode, step: RunningStep, record: number): Link | undefined {
  const { onlyLink } = step
  if (onlyLink !== null) return isUsable(onlyLink, run.now) ? onlyLink : undefined
  return CHOOSERS[node.balancing.by](run, node, step, record, node.balancing as never)
}

/** Whether neither health checks nor ejection have removed a link. */
export const isUsable = (link: Link, now: number): boolean => !link.isOut && link.ejectedUntil <= now

type Chooser<B extends Balancing['by']> = (
  run: Run,
  node: RunningNode,
  step: RunningStep,
  record: number,
  balancing: Extract<Balancing, { by: B }>,
) => Link | undefined

const CHOOSERS: { readonly [B in Balancing['by']]: Chooser<B> } = {
  weight(run, node, { links, weights, weight }) {
    const uniform = run.streams.uniform(node.stream)
    if (!node.mayLoseTargets) return byWeight(links, weights, { uniform, total: weight })
    const usable = links.filter((link) => isUsable(link, run.now))
    const ofUsable = usable.map(({ model }) => model.weight)
    const total = usable.length === links.length ? weight : ofUsable.reduce((sum, one) => sum + one, 0)
    return byWeight(usable, ofUsable, { uniform, total })
  },

  rotation(run, _place, step) {
    const { links } = step
    for (let tries = 0; tries < links.length; tries += 1) {
      const link = links[step.turn]!
      step.turn = step.turn + 1 === links.length ? 0 : step.turn + 1
      if (isUsable(link, run.now)) return link
    }
    return undefined
  },

  /** Smooth weighted round robin (nginx): the link with the most credit is taken, and pays the sum of the weights. */
  'weighted-rotation'(run, node, step, record) {
    const { links, credits } = step
    let best = -1
    let total = 0
    for (const [index, link] of links.entries()) {
      if (!isUsable(link, run.now)) continue
      credits[index]! += link.model.weight
      total += link.model.weight
      if (link.model.weight > 0 && (best < 0 || credits[index]! > credits[best]!)) best = index
    }
    if (best < 0) return CHOOSERS.rotation(run, node, step, record, { by: 'rotation' })
    credits[best]! -= total
    return links[best]
  },

  'least-connections'(run, _place, step) {
    const { links } = step
    let best: Link | undefined
    let at = step.turn
    step.turn = step.turn + 1 === links.length ? 0 : step.turn + 1
    for (let tries = 0; tries < links.length; tries += 1) {
      const link = links[at]!
      if ((best === undefined || link.underWay < best.underWay) && isUsable(link, run.now)) best = link
      at = at + 1 === links.length ? 0 : at + 1
    }
    return best
  },

  'two-choices'(run, node, { links }) {
    const usable = links.filter((link) => isUsable(link, run.now))
    if (usable.length < 2) return usable[0]
    const first = Math.floor(run.streams.uniform(node.stream) * usable.length)
    const other = Math.floor(run.streams.uniform(node.stream) * (usable.length - 1))
    const [one, two] = [usable[first]!, usable[other < first ? other : other + 1]!]
    return two.underWay < one.underWay ? two : one
  },

  /** The users of a target that is out are spread over those left. */
  user(run, _place, { links }, record) {
    const user = run.records.userOf(record)
    const own = links[user % links.length]!
    if (isUsable(own, run.now)) return own
    const usable = links.filter((link) => isUsable(link, run.now))
    return usable[Math.floor(user / links.length) % usable.length]
  },

  class(run, _place, { links }, record) {
    return firstUsableFrom(links, run.records.classOf(record) % links.length, run.now)
  },

  /** Without failover it is known which targets are up: the connection to another one cannot be opened. */
  first(run, _place, { links }) {
    const isUp = (link: Link) => !link.isCut && !run.nodes[link.target]!.isOut
    const up = links.find((link) => !link.model.failsOver && isUsable(link, run.now) && isUp(link))
    return up ?? firstUsableFrom(links, 0, run.now)
  },

  session(run, node, step, record, { forMs, otherwise }) {
    const user = run.records.userOf(record)
    const pinned = node.sessions.of(user)
    const isPinned = pinned !== undefined && run.now - pinned.at <= forMs && step.links.includes(pinned.link)
    const stays = isPinned && isUsable(pinned.link, run.now)
    const link = stays ? pinned.link : CHOOSERS[otherwise.by](run, node, step, record, otherwise as never)
    if (link) node.sessions.keep(user, link, run.now)
    return link
  },
}

interface DrawnWeight {
  /** In (0, 1). */
  readonly uniform: number
  /** Sum of the weights. */
  readonly total: number
}

/** Where all weights are 0, all are equally likely. */
function byWeight(
  links: readonly Link[],
  weights: readonly number[],
  { uniform, total }: DrawnWeight,
): Link | undefined {
  if (total === 0) return links[Math.floor(uniform * links.length)]
  let left = uniform * total
  for (let index = 0; index < links.length; index += 1) {
    left -= weights[index]!
    if (left < 0) return links[index]
  }
  return links.at(-1)
}

function firstUsableFrom(links: readonly Link[], first: number, now: number): Link | undefined {
  for (let tries = 0; tries < links.length; tries += 1) {
    const link = links[(first + tries) % links.length]!
    if (isUsable(link, now)) return link
  }
  return undefined
}
