import { pictures } from 'virtual:catalog-pictures'

const found = pictures.templates.find(({ id }) => id === 'three-tier')
if (!found) throw new Error('The catalog has no template "three-tier"')

/** The design that runs on the landing page. */
export const heroTemplate = found

const users = found.nodes.reduce((sum, node) => sum + node.users, 0)

/** The range of the slider: from nobody to two and a half times as many users as the design is made for. */
export const heroUsers = { initial: users, max: users * 2.5, step: users / 24 } as const
