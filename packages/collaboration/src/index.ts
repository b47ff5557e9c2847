export { type Content, withUnchanged } from './content.ts'
export { applyToDocument, createDocument, mendDocument, readContent, writeContent } from './document.ts'
