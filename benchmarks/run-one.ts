import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

// Usage: node run-one.ts FILE.bench.ts OUT.json
const [file = '', out = ''] = process.argv.slice(2)
const { bench } = (await import(pathToFileURL(file).href)) as { bench: () => Promise<Record<string, number>> }
const figures = await bench()
for (const [name, value] of Object.entries(figures))
  if (!Number.isFinite(value)) throw new Error(`${name} is ${value}, which is not a number to compare.`)
writeFileSync(out, JSON.stringify(figures))
