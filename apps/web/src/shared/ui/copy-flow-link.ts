import { flowPath } from '../config/paths.ts'
import { copyText } from './copy-text.ts'

/** Puts the address of a saved flow on the clipboard. */
export const copyFlowLink = (id: string) => copyText(location.origin + flowPath(id), 'Link copied')
