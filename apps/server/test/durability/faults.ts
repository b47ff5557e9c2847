import type { TestContext } from 'vitest'
import { isFullSize } from '../support/attack.ts'
import { requireStrace, STRACE } from '../support/system-calls.ts'

/** Faults are put into system calls on Linux. Elsewhere the test is skipped, except at full size, where it fails. */
export function needsTracing({ skip }: TestContext): void {
  skip(process.platform !== 'linux' && !isFullSize, 'system calls are traced on Linux only')
}

/** What goes wrong with the `when`th call (`3`), or with every one from then on (`3+`). */
export interface Fault {
  calls: 'pwrite64' | 'fsync,fdatasync'
  does: 'signal=KILL' | 'error=EIO' | 'error=ENOSPC'
  when: number | `${number}+`
}

/** Goes before a program to start it with a fault in its system calls. */
export function withFault({ calls, does, when }: Fault): string[] {
  return [...tracing('/dev/null', calls), ...injecting({ calls, does, when })]
}

function injecting({ calls, does, when }: Fault): string[] {
  return ['-e', `inject=${calls}:${does}:when=${when}`]
}

interface RecordingOptions {
  file: string
  calls: string
  fault?: Fault | undefined
}

/** Goes before a program to write down its system calls, those of each thread into a file of its own. */
export function recorded({ file, calls, fault }: RecordingOptions): string[] {
  // The filter makes it fast; faults of some kinds do not come through it.
  return [
    ...tracing(file, calls),
    '--seccomp-bpf',
    '-ff',
    '-ttt',
    '-T',
    '-y',
    '-xx',
    '-s',
    '1000000',
    ...(fault ? injecting(fault) : []),
  ]
}

/** The tracer stands aside, so that the program is our own child, and looks at nothing but these calls. */
function tracing(file: string, calls: string): string[] {
  requireStrace()
  return [STRACE, '-D', '-f', '-q', '-o', file, '-e', `trace=${calls}`]
}
