import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandOptions } from '../lib/command-options.ts'
import { writeSection } from '../lib/kept-sections.ts'
import { ROOT } from '../lib/process.ts'
import { AREAS, SEED } from '../mutants/areas.ts'
import {
  type ListedSurvivor,
  listFaults,
  namedFaults,
  percentOf,
  raisedScores,
  type Score,
  scoreFaults,
  scoresOf,
} from '../mutants/judge.ts'
import { describeMutant, type Mutant, sampleOf, sourcesOf } from '../mutants/mutant.ts'
import { namedMutants } from '../mutants/named.ts'
import { NAMED_FAULTS } from '../mutants/named-faults.ts'
import { isKilled, tryMutants, type Verdict } from '../mutants/try-mutants.ts'

const SCORE = join(ROOT, 'tooling/mutants/score.json')
const SURVIVORS = join(ROOT, 'tooling/mutants/survivors.json')

const { only, size, seed, updates, triesListed } = readOptions()
const started = performance.now()
const areas = AREAS.filter(({ name }) => only === undefined || name === only)
const isWhole = size === undefined && seed === SEED
const named = namedMutants(NAMED_FAULTS, ROOT).filter(({ area }) => only === undefined || area === only)
const sample = areas.flatMap((area) => sampleOf(area, { root: ROOT, seed, size: size ?? area.sample }))
console.log(`${sample.length} mutants by seed ${seed}, and ${named.length} with a name`)
const listed = JSON.parse(readFileSync(SURVIVORS, 'utf8')) as ListedSurvivor[]
const verdicts = await tryMutants({
  root: ROOT,
  mutants: [...named, ...sample],
  sources: [
    ...new Set([...AREAS.flatMap((area) => sourcesOf(area, ROOT)), ...NAMED_FAULTS.map(({ file }) => file)]),
  ].sort(),
  tests: Object.fromEntries(AREAS.map(({ name, tests }) => [name, tests])),
  inputs: Object.fromEntries(AREAS.map(({ name, inputs }) => [name, inputs])),
  spared: new Set(triesListed ? [] : listed.filter(({ reason }) => reason.trim()).map(({ id }) => id)),
  cache: join(ROOT, '.cache', 'mutants'),
  onVerdict: (mutant, { verdict, by }, isNew, left) => {
    if (!isNew) return
    const place = `${mutant.file}:${lineOf(mutant)}`
    console.log([String(left).padStart(4), verdict.padEnd(11), place, mutant.operator, by ?? ''].join('  '))
  },
})
const ofSample = new Map(sample.map((mutant) => [mutant, verdicts.get(mutant) as Verdict]))

for (const [mutant, { verdict }] of ofSample)
  if (!isKilled({ verdict })) {
    const reason = listed.find(({ id }) => id === mutant.id)?.reason ?? 'no reason given'
    console.log(`\n${mutant.id} ${verdict} (${reason})\n${describeMutant(mutant, textOf(mutant))}`)
  }
console.log()
for (const mutant of named) console.log(`${verdicts.get(mutant)?.verdict.padEnd(11)} ${mutant.operator}`)
const { all, ...ofAreas } = scoresOf(ofSample)
const scores = { ...ofAreas, ...(all && only === undefined && { all }) }
console.log()
for (const [name, score] of Object.entries(scores))
  console.log(`${name.padEnd(10)} ${score.killed} of ${score.total} killed, ${percentOf(score).toFixed(1)} %`)
console.log(`${((performance.now() - started) / 60_000).toFixed(1)} minutes`)

const recorded = JSON.parse(readFileSync(SCORE, 'utf8')) as Record<string, Score>
const faults = [
  ...namedFaults(verdicts, named),
  ...scoreFaults(scores, isWhole ? recorded : {}),
  ...(isWhole ? listFaults(ofSample, listed, { isWhole: only === undefined }) : []),
]
if (updates && isWhole) update()
if (faults.length > 0) console.log(`\n${faults.join('\n')}`)
process.exitCode = faults.length > 0 ? 1 : 0

/** Records the scores that did not fall, writes those of a whole run to the docs, takes dead and vanished survivors from the list, and adds the new ones, without a reason. */
function update(): void {
  writeFileSync(SCORE, `${JSON.stringify(raisedScores(scores, recorded), null, 2)}\n`)
  const others = listed.filter(({ id }) => only !== undefined && !sample.some((mutant) => mutant.id === id))
  const survivors = [...ofSample].flatMap(([mutant, verdict]) => {
    if (isKilled(verdict)) return []
    const reason = listed.find(({ id }) => id === mutant.id)?.reason ?? ''
    return [{ id: mutant.id, mutant: describeMutant(mutant, textOf(mutant)), reason }]
  })
  writeFileSync(SURVIVORS, `${JSON.stringify([...others, ...survivors], null, 2)}\n`)
  if (only === undefined)
    writeSection('mutants', [
      'Written by `npm run verify:mutants -- --update`. The survivors stand in `tooling/mutants/survivors.json`, each with the reason.',
      ['| area | killed | of | share |', '|---|---|---|---|', ...Object.entries(scores).map(rowOf)].join('\n'),
    ])
}

function rowOf([name, score]: [string, Score]): string {
  return `| ${name} | ${score.killed} | ${score.total} | ${percentOf(score).toFixed(1)} % |`
}

function textOf({ file }: Mutant): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

function lineOf(mutant: Mutant): number {
  return textOf(mutant).slice(0, mutant.start).split('\n').length
}

function readOptions() {
  const values = commandOptions({
    only: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: String(SEED) },
    listed: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
  })
  const names = AREAS.map(({ name }) => name)
  if (values.only !== undefined && !names.includes(values.only)) fail(`--only is one of ${names.join(', ')}.`)
  if (!/^\d{1,9}$/.test(values.sample ?? '1')) fail('--sample is a whole number.')
  if (!/^\d{1,9}$/.test(values.seed)) fail('--seed is a whole number.')
  const size = values.sample === undefined ? undefined : Number(values.sample)
  return { only: values.only, size, seed: Number(values.seed), updates: values.update, triesListed: values.listed }
}

function fail(text: string): never {
  console.error(text)
  process.exit(2)
}
