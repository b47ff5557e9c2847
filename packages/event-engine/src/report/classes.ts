import { REQUEST_TYPES } from '@plimsoll/simulation'
import type { Model, NodeModel, Step } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import { fixedPoint } from './structure.ts'

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
  const rates = ratesBy(
    isSplitByType.includes(true)
      ? fixedPoint(attempts, (chances) => {
          const choices = ratesBy(chances).flatMap((one) => one.choices)
          return chancesOf(
            attempts,
            choices.filter(({ node }) => isSplitByType[node]),
          )
        })
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

/** Calls of one type that a node makes over one of several links. */
interface Choice {
  readonly node: number
  readonly links: readonly number[]
  readonly calls: number
}

/** Whether requests of one type may take other links than those of another, as where some connections only read. */
function hasChoicesByType({ program, balancing }: NodeModel): boolean {
  if (balancing.by === 'class') return false
  const lists = program.flatMap((steps) => steps.filter(isChoice).map(({ links }) => links))
  return lists.some((one) =>
    lists.some((other) => other.length !== one.length && other.some((link) => one.includes(link))),
  )
}

const isChoice = ({ copies }: Step): boolean => !copies

/**
 * By link: how likely it is taken, relative to others that a request may take as well, so that all types together make as many calls over
 * each link as in the run (Bradley and Terry's model; Hunter 2004, "MM algorithms for generalized Bradley-Terry models").
 */
function chancesOf(attempts: readonly number[], choices: readonly Choice[]): readonly number[] {
  return fixedPoint(attempts, (before) => {
    const asked = attempts.map(() => 0)
    for (const { links, calls } of choices) {
      const all = links.reduce((sum, link) => sum + (before[link] ?? 0), 0)
      if (all > 0) for (const link of links) asked[link] = (asked[link] ?? 0) + calls / all
    }
    return before.map((chance, link) => ((asked[link] ?? 0) > 0 ? (attempts[link] ?? 0) / (asked[link] ?? 1) : chance))
  })
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
      const shares = balancing.by === 'class' ? ofType(step, type) : splitOf(step, (link) => chances[link] ?? 0)
      if (isChoice(step)) choices.push({ node, links: step.links, calls: chance })
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
function splitOf({ links, copies }: Step, chanceOf: (link: number) => number): readonly number[] {
  if (copies) return links.map(() => 1)
  const all = links.reduce((sum, link) => sum + chanceOf(link), 0)
  return links.map((link) => (all > 0 ? chanceOf(link) / all : 1 / links.length))
}

/** The same where requests of a type take the same way. */
const ofType = ({ links, copies }: Step, type: number): readonly number[] =>
  links.map((_, position) => Number(copies || position === type % links.length))
