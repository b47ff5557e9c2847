import { writeFileSync } from 'node:fs'
import { COMPILED, compileCore } from '../lib/core.ts'

writeFileSync(COMPILED, await compileCore())
