import { z } from './zod.ts'

/** A successful answer that carries `data`, and sometimes a message. */
export function dataAnswer<Data extends z.ZodType>(data: Data) {
  return z.object({ data, message: z.string().optional() })
}

/** A successful answer that only says so. */
export const messageAnswer = z.object({ message: z.string() })

/** Every answer of 400 and above; `errors` maps a field, or a path in a flow, to its message. */
export const errorAnswer = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
})

export type ErrorBody = z.infer<typeof errorAnswer>
