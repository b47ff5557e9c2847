import { z } from 'zod'

// The content security policy forbids eval. A schema decides at its creation whether to compile itself, so this line must
// run before any schema is created.
z.config({ jitless: true })

export { z }
