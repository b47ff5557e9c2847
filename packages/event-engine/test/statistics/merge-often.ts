import { text } from 'node:stream/consumers'
import { responsesOf, samplesIn, WINDOWS } from '../../src/statistics/response-figures.ts'

// A process of its own, since a fault of a compiler comes once in a process: merges the same response times often, and writes how
// many times they came out otherwise than at first.
const TIMES = 60

const outcomes = JSON.parse(await text(process.stdin))
const merged = () =>
  JSON.stringify(samplesIn(responsesOf(outcomes), WINDOWS.old).map(({ sum, min, max }) => [sum, min, max]))
const first = merged()
console.log(Array.from({ length: TIMES }, merged).filter((one) => one !== first).length)
