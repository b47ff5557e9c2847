import { fstatSync, statSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'

const STANDARD_OUTPUT = 1

/** Appends to the summary of a step of GitHub Actions, which other commands of the step may have written to. Returns what went wrong, if anything. */
export async function appendToStepSummary(file: string, markdown: string): Promise<string> {
  try {
    if (!isStandardOutput(file)) await appendFile(file, `${markdown}\n\n`)
    return ''
  } catch (error) {
    return `GITHUB_STEP_SUMMARY ${file} cannot be written: ${(error as Error).message}`
  }
}

/** Of `plimsoll simulate --format markdown >> "$GITHUB_STEP_SUMMARY"`: it would hold everything twice. */
function isStandardOutput(file: string): boolean {
  const [one, other] = [fstatSync(STANDARD_OUTPUT), statSync(file, { throwIfNoEntry: false })]
  return one.ino === other?.ino && one.dev === other.dev
}
