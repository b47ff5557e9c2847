import { REQUEST_TYPES } from '@plimsoll/simulation'
import type { Balancing, Model, NodeModel, Step } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import { fixedPoint } from '../rules/fixed-point.ts'

/** Of the calls of a link. */
export interface LinkShares {
  /** By request type, of those that its sender does not answer itself. */
  readonly classes: readonly number[]
  /** Those that its sender answers by what it keeps. */
  readonly kept: number
  /** Those of steps that a visit waits for: the others are in the background. */
  readonly awaited: number
  /** By request type, of those that are awaited. */
  readonly awaitedClasses: readonly number[]
}

/**
 * Shares among the calls of each link, by the programs of the model: where a step has several links they share its calls as they did
 * in the run.
 */
export function linkSharesOf(model: Model, outcome: RunOutcome): readonly LinkShares[] {
  const ratesBy = (chances: readonly number[]) =>
    REQUEST_TYPES.map((_, type) => linkRates(model, outcome, { type, chances }))
  const attempts = outcome.links.map((link) => link.attempts)
  const isSplitByType = model.nodes.map(hasChoicesByType)
  // A retry chooses its link anew, and is no further request.
  const first = outcome.links.map((link) => link.attempts - link.retries)
  const start = model.links.map(({ source }, link) => (isSplitByType[source] ? first : attempts)[link] ?? 0)
  const rates = ratesBy(
    isSplitByType.includes(true)
      ? fixedPoint(
          start,
          (chances) => {
            const choices = ratesBy(chances).flatMap((one) => one.choices)
            const some = choices.filter(({ node }) => isSplitByType[node])
            return chancesOf(start, some, chances)
          },
          MOST_LEVELS,
        )
      : attempts,
  )
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
  return model.links.map((_, link) => {
    const byType = rates.map(({ calls }) => calls[link] ?? 0)
    const all = total(byType)
    const made = total(rates.map((one) => one.made[link] ?? 0))
    const awaitedByType = rates.map((one) => one.awaited[link] ?? 0)
    const awaited = total(awaitedByType)
    return {
      classes: byType.map((rate) => (all > 0 ? rate / all : 0)),
      kept: made > 0 ? 1 - all / made : 0,
      awaited: all > 0 ? awaited / all : 0,
      awaitedClasses: awaitedByType.map((rate) => (awaited > 0 ? rate / awaited : 0)),
    }
  })
}

/** What is chosen at one component changes the types that come to the next: so many in a row are followed. */
const MOST_LEVELS = 20
/** Of each group of links, each time that the requests that come there have changed. */
const MOST_ROUNDS = 100
/** A link is taken as never chosen from this share of the likeliest one on. */
const NEVER = 1e-9
/** Weight of the links that are not a type's own: it takes them only while its own is out. */
const OTHER_LINK = 1e-3

/** Calls of one type that a node makes over one of several links. */
interface Choice {
  readonly node: number
  readonly links: readonly number[]
  /** By position: how much this type prefers each. */
  readonly weights: readonly number[]
  readonly calls: number
}

/** Whether requests of one type may take other links than those of another, as where some connections only read. */
function hasChoicesByType({ program, balancing }: NodeModel): boolean {
  const lists = program.flatMap((steps) => steps.filter(isChoice).map(({ links }) => links))
  if (balancing.by === 'class') return lists.some(({ length }) => length > 1)
  return lists.some((one) =>
    lists.some((other) => other.length !== one.length && other.some((link) => one.includes(link))),
  )
}

const isChoice = ({ copies }: Step): boolean => !copies

/**
 * By link: how likely it is taken, relative to others that a request may take as well, so that all types together make their part of the
 * calls over each link in the run (iterative proportional fitting: Deming and Stephan 1940).
 */
function chancesOf(first: readonly number[], choices: readonly Choice[], from: readonly number[]): readonly number[] {
  const chances = [...from]
  for (const group of connected(choices)) {
    const links = [...new Set(group.flatMap((choice) => choice.links))]
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    const all = sum(group.map(({ calls }) => calls))
    const wanted = links.map((link) => first[link] ?? 0)
    // Limits and failures let fewer or more of them come to it.
    const scale = all > 0 ? sum(wanted) / all : 0
    const placed = group.map((choice) => ({
      weights: choice.weights,
      calls: choice.calls * scale,
      places: choice.links.map((link) => links.indexOf(link)),
    }))
    const fitted = fixedPoint(
      links.map((link) => from[link] ?? 0),
      (before) => {
        const asked = links.map(() => 0)
        for (const { places, weights, calls } of placed) {
          const shares = sharesOf(places.map((place, position) => (before[place] ?? 0) * (weights[position] ?? 0)))
          for (const [position, place] of places.entries())
            asked[place] = (asked[place] ?? 0) + calls * (shares[position] ?? 0)
        }
        const next = before.map((chance, place) =>
          (asked[place] ?? 0) > 0 ? (chance * (wanted[place] ?? 0)) / (asked[place] ?? 1) : chance,
        )
        // Only their ratios count, which have no end where a run does not fit its model, as with a cache that is cold all the time.
        const most = Math.max(...next)
        return next.map((chance) => (chance > NEVER * most ? chance / most : 0))
      },
      MOST_ROUNDS,
    )
    for (const [place, link] of links.entries()) chances[link] = fitted[place] ?? 0
  }
  return chances
}

/** Choices that have a link in common, directly or by others. */
function connected(choices: readonly Choice[]): readonly (readonly Choice[])[] {
  const byNode = new Map<number, Choice[][]>()
  for (const choice of choices) {
    const groups = byNode.get(choice.node) ?? []
    const isNear = (group: readonly Choice[]) =>
      group.some(({ links }) => links.some((link) => choice.links.includes(link)))
    byNode.set(choice.node, [...groups.filter((group) => !isNear(group)), [...groups.filter(isNear).flat(), choice]])
  }
  return [...byNode.values()].flat()
}

const sharesOf = (values: readonly number[]): readonly number[] => {
  const all = values.reduce((sum, value) => sum + value, 0)
  return values.map((value) => (all > 0 ? value / all : 1 / values.length))
}

/** Calls of one type over each link, those that its sender does not answer itself, and those of these that are waited for. */
function linkRates(
  model: Model,
  { requests, byClient, byClass }: RunOutcome,
  { type, chances }: { readonly type: number; readonly chances: readonly number[] },
) {
  const { nodes, links, sources } = model
  const arrivals = nodes.map(() => 0)
  // All clients send the types in the same shares, those that are recorded as well.
  const typeShare = (byClass[type]?.arrived ?? 0) / Math.max(1, requests.arrived)
  for (const [index, { node }] of sources.entries())
    arrivals[node] = (arrivals[node] ?? 0) + (byClient[index]?.arrived ?? 0) * typeShare
  const perVisit = links.map(() => 0)
  const awaited = links.map(() => 0)
  const choices: Choice[] = []
  for (const [node, { program, hitRate, balancing }] of nodes.entries()) {
    let isAsked = 1 - (hitRate[type] ?? 0)
    for (const step of program[type] ?? []) {
      const chance = step.unlessHit ? isAsked : 1
      const weights = weightsOf(step, balancing, type)
      const shares = splitOf(step, (link, position) => (chances[link] ?? 0) * (weights[position] ?? 0))
      if (isChoice(step)) choices.push({ node, links: step.links, weights, calls: chance })
      for (const [position, link] of step.links.entries()) {
        const calls = chance * (shares[position] ?? 0)
        perVisit[link] = (perVisit[link] ?? 0) + calls
        if (!step.inBackground) awaited[link] = (awaited[link] ?? 0) + calls
      }
      const found = step.links.reduce(
        (sum, link, position) => sum + (shares[position] ?? 0) * (nodes[links[link]?.target ?? -1]?.hitRate[type] ?? 0),
        0,
      )
      isAsked *= Math.max(0, 1 - found)
    }
  }
  const visits = fixedPoint(arrivals, (rates) => {
    const next = [...arrivals]
    for (const [index, { source, target, hitRate }] of links.entries())
      next[target] = (next[target] ?? 0) + (rates[source] ?? 0) * (perVisit[index] ?? 0) * (1 - (hitRate[type] ?? 0))
    return next
  })
  const rates = (each: readonly number[]) =>
    links.map(({ source }, index) => (visits[source] ?? 0) * (each[index] ?? 0))
  const sent = (each: readonly number[]) =>
    rates(each).map((rate, index) => rate * (1 - (links[index]?.hitRate[type] ?? 0)))
  return {
    ...{ made: rates(perVisit), calls: sent(perVisit), awaited: sent(awaited) },
    choices: choices.map((one) => ({ ...one, calls: one.calls * (visits[one.node] ?? 0) })),
  }
}

/** Shares of a step's calls; copies go over every link. */
const splitOf = ({ links, copies }: Step, chanceOf: (link: number, position: number) => number): readonly number[] =>
  copies ? links.map(() => 1) : sharesOf(links.map(chanceOf))

/** Where requests of a type take the same way, each has its own link, and the others in place of that. */
const weightsOf = ({ links }: Step, { by }: Balancing, type: number): readonly number[] =>
  links.map((_, position) => (by !== 'class' || position === type % links.length ? 1 : OTHER_LINK))
