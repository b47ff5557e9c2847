import { nodeKind } from '@plimsoll/catalog'
import type { SimulatedRequest } from '@plimsoll/live-engine'
import { CannotBeRead, demand } from '../../../../tooling/reference-cases/reference-case.ts'
import { chain, flow, node, ONE_A_TICK, without } from '../support/flows.ts'
import { NOTHING_HAPPENS, started, tick } from '../support/runs.ts'

/** What is cut out of client → server → database, and where the request is then; the first that the text tells. */
const CUTS = [
  { told: /\b(?:edge|connection|link)\b/, cut: 's-d', at: 's' },
  { told: /\b(?:next|destination)\b/, cut: 'd', at: 's' },
  { told: /\bdatabase\b/, cut: 'd', at: 'd' },
  { told: /\bclient\b/, cut: 'c', at: 'c' },
  { told: /\b(?:node|server)\b/, cut: 's', at: 's' },
] as const

const DELETED = /\b(?:delet|remov|missing|gone)/
const ISOLATED = /\b(?:isolated|unconnected|disconnected)\b|\b(?:no|without)\b.*\b(?:edge|connection|link)s?\b/
/** A name in camel case, and a value: `maxRetries=3`, `maxRetries 3`. */
const SETTING = /\b([a-z]+[A-Z]\w*)[\s=:]+([\w.]+)/g

/**
 * How a request fails that meets what the text says; undefined when it does not. Settings in it (`retryOnError=false`)
 * are the client's.
 */
export function failureIn(text: string): SimulatedRequest | undefined {
  const settings = settingsIn(text)
  const words = text.replace(SETTING, '').toLowerCase()
  const isolated = ISOLATED.test(words)
  const place = !isolated && DELETED.test(words) ? CUTS.find(({ told }) => told.test(words)) : undefined
  if (!isolated && place === undefined) throw new CannotBeRead(`"${text}" is no situation that is known.`)
  demand(!words.includes('='), `"${text}" sets what a client does not have.`)

  const drawn = isolated ? flow([node('Client', 'c', { ...ONE_A_TICK, ...settings })]) : chain({ client: settings })
  const run = tick(started(drawn, { rng: NOTHING_HAPPENS }))
  const [first] = run.requests()
  if (first === undefined) throw new CannotBeRead(`"${text}": no request is made in the first tick.`)
  const live = () => run.requests().find(({ id }) => id === first.id)
  if (place !== undefined) {
    while (live()?.currentNodeId !== place.at) run.tick()
    // The visit begins in the tick after the hop; with it the way onward is chosen.
    if (place.at !== 'c') run.tick()
    run.update(without(drawn, place.cut))
  }
  while (live() !== undefined) run.tick()
  return run.history().failed.find(({ id }) => id === first.id)
}

function settingsIn(text: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Array.from(text.matchAll(SETTING), ([, name = '', value = '']) => {
      demand(Object.hasOwn(nodeKind('Client').properties, name), `"${text}": a client has no ${name}.`)
      demand(/^(?:true|false|\d+)$/.test(value), `"${text}": ${value} is nothing that ${name} can be.`)
      return [name, JSON.parse(value)]
    }),
  )
}
