import { constants, getPriority, setPriority } from 'node:os'
import { ApiError } from '../errors.ts'
import type { Answer, Job } from './body-processes.ts'
import { checkBody, readDocument, sent } from './check-body.ts'

// Only root may lower the niceness of a process.
setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))

/** A process that checks large bodies, one at a time, and ends with the server. */
process.on('message', (job: Job) => void process.send?.(attempt(job)))
process.on('disconnect', () => process.exit())
// The server ends what it started; a terminal tells all of them.
process.on('SIGINT', () => {})

function attempt(job: Job): Answer {
  try {
    return job.form === 'stored flow'
      ? { result: readDocument(job.bytes, job.heading) }
      : { result: checkBody(job.form, job.bytes) }
  } catch (error) {
    if (error instanceof ApiError) return { error: sent(error) }
    throw error
  }
}
