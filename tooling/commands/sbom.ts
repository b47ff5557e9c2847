import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ROOT } from '../lib/process.ts'
import { makeSbom } from '../lib/sbom.ts'

const file = join(ROOT, 'dist', 'plimsoll.cdx.json')
const sbom = await makeSbom()
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
console.log(`${relative(ROOT, file)} lists ${sbom.components.length} components in CycloneDX.`)
