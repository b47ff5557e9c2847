import { codeChecks } from '../lib/checks.ts'
import { stopTogether } from '../lib/process.ts'
import { runProofs } from '../lib/proofs.ts'
import { runChecks, runStep, summarize } from '../lib/steps.ts'
import { vitest } from '../lib/suites.ts'

stopTogether()
const checks = await runChecks(codeChecks())
const unit = await runStep(vitest('unit tests', ['--project=unit', '--project=pure']))
summarize([...checks, unit, await runProofs([unit], { isWhole: false })])
