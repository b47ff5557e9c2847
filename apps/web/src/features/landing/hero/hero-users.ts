import { heroTemplate } from 'virtual:hero-template'

const users = heroTemplate.nodes.reduce((sum, node) => sum + node.users, 0)

/** The range of the slider: from nobody to two and a half times as many users as the design is made for. */
export const heroUsers = { initial: users, max: users * 2.5, step: users / 24 } as const
