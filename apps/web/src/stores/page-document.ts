import { createDocument } from './diagram.ts'

/** The document of this page. It outlives a visit to another screen, as autosave does. */
export const pageDocument = createDocument()
