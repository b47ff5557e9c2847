import { checkProofs } from '../check-proofs.ts'
import { check, runStep, type Tally } from './steps.ts'

/** Checks the rules against what the test runners ran, and prints those that this machine could not prove. */
export async function runProofs(suites: readonly Tally[], { isWhole }: { isWhole: boolean }): Promise<Tally> {
  const { faults, skipped } = checkProofs(
    suites.flatMap(({ tests }) => tests ?? []),
    { isWhole },
  )
  const tally = await runStep(check('rules proven', async () => faults))
  if (skipped.length > 0)
    console.log(`\nRules not proven on this machine\n${skipped.map((line) => `  ${line}`).join('\n')}`)
  return tally
}
