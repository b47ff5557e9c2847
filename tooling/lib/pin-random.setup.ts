import fc from 'fast-check'

// Properties are tried with the same inputs each time; `npm run verify:random` tries them with others.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) })
