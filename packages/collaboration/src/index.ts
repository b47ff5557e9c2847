export type { Content } from './content.ts'
export { applyToDocument, createDocument, mendDocument, readContent, writeContent } from './document.ts'
