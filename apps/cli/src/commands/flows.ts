import type { Command } from '../command.ts'

const SERVER = {
  value: 'URL',
  isRequired: true,
  help: 'address of the server, such as https://plimsoll.example.com',
} as const

const TOKEN = 'PLIMSOLL_TOKEN has an API token of the server, which Profile, Security makes.'

export const pull: Command = {
  name: 'pull',
  argument: 'FLOW.json',
  summary: 'Load a flow from a server into a file',
  details: `Writes the flow that --flow names, or else the one that the file came from, with the version that it is in. ${TOKEN}`,
  options: {
    server: SERVER,
    flow: { value: 'ID', help: 'id or address of the flow (the one in the file)' },
  },
  isOfServer: false,
  run: async (call) => (await import('../flows/exchange.ts')).pullFlow(call),
}

export const push: Command = {
  name: 'push',
  argument: 'FLOW.json',
  summary: 'Save a file as a flow on a server',
  details:
    'Saves over the flow that the file was pulled from, unless that was changed meanwhile, or as a new flow; the file then has the new ' +
    `version. ${TOKEN}`,
  options: {
    server: SERVER,
    new: { help: 'save as a new flow, also where the file comes from one' },
    note: { value: 'TEXT', help: 'what has changed, for the list of versions' },
  },
  isOfServer: false,
  run: async (call) => (await import('../flows/exchange.ts')).pushFlow(call),
}
