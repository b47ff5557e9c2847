import { z } from './zod.ts'

/** A success response with `data` and an optional message. */
export function dataResponse<Data extends z.ZodType>(data: Data) {
  return z.object({ data, message: z.string().optional() })
}

/** A success response with a message only. */
export const messageResponse = z.object({ message: z.string() })

/** Every response of 400 and above; `errors` maps a field, or a path in a flow, to its message. */
export const errorResponse = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
})

export type ErrorBody = z.infer<typeof errorResponse>
