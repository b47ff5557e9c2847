import { configureGlobal } from 'fast-check'

// The same mutants die in every run.
configureGlobal({ seed: 1 })
