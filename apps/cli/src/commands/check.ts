import type { Command } from '../command.ts'

export const checkDatabase: Command = {
  name: 'admin check',
  summary: 'Look for damage in the database and in every stored flow',
  details:
    'Compares the content of each flow, in the library, in the bin and of earlier versions, with its checksum. Lists what is ' +
    'damaged, and ends with 1 if anything is. A server may run at the same time. Nothing is changed.',
  options: {},
  isOfServer: true,
  async run({ config }) {
    const { AdminError, checkDatabase } = await import('@plimsoll/server/admin')
    const { checked, damaged } = await checkDatabase(await config())
    const contents = `${checked} ${checked === 1 ? 'content' : 'contents'} of flows checked`
    if (damaged.length === 0) return `${contents}. Nothing is damaged.`
    const advice = 'Restore a backup with `npx plimsoll admin restore FILE`, or let the owners save these flows again.'
    throw new AdminError(`${[`${contents}. Damaged:`, ...damaged.map((line) => `  ${line}`), advice].join('\n')}`)
  },
}
