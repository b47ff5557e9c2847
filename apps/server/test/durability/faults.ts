import type { TestContext } from 'vitest'
import { isFullSize } from '../../../../tooling/lib/test-size.ts'
import { requireStrace, STRACE } from '../support/system-calls.ts'

/** Faults are put into system calls on Linux. Elsewhere the test is skipped, except at full size, where it fails. */
export function needsTracing({ skip }: TestContext): void {
  skip(process.platform !== 'linux' && !isFullSize, 'system calls are traced on Linux only')
}

/** A fault of the `when`th call (`3`), or of every call from it on (`3+`). */
export interface Fault {
  calls: 'pwrite64' | 'fsync,fdatasync'
  does: 'signal=KILL' | 'error=EIO' | 'error=ENOSPC'
  when: number | `${number}+`
}

/** Command prefix that injects a fault into the system calls of a program. */
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

/** Command prefix that records the system calls of a program, one file per thread. */
export function recorded({ file, calls, fault }: RecordingOptions): string[] {
  // The filter makes tracing fast, but does not support some faults.
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

/** The tracer is detached, so that the program is our child process, and traces only these calls. */
function tracing(file: string, calls: string): string[] {
  requireStrace()
  return [STRACE, '-D', '-f', '-q', '-o', file, '-e', `trace=${calls}`]
}
