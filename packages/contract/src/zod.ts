import { z } from 'zod'

// The page's content security policy forbids eval, and a schema decides when it is made whether to compile itself:
// every schema of this package is therefore made after this line.
z.config({ jitless: true })

export { z }
