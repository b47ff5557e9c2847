import { z } from './zod.ts'

/** A success response with `data` and an optional message. */
export function dataResponse<Data extends z.ZodType>(data: Data) {
  return z.object({ data, message: z.string().optional() })
}

/** A success response with a message only. */
export const messageResponse = z.object({ message: z.string() })

/** Whether the password has to be confirmed or replaced before anybody logs in. */
export const verificationResponse = messageResponse.extend({ confirmPassword: z.literal(true).optional() })

/** A session that single sign-on opened ends at the provider, too, when the browser goes there. */
export const logoutResponse = messageResponse.extend({ endSessionUrl: z.url().optional() })

/** Every response of 400 and above; `errors` maps a field, or a path in a flow, to its message. */
export const errorResponse = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
})

export type ErrorBody = z.infer<typeof errorResponse>
