import { writeReference } from '../generate-reference.ts'

writeReference()
