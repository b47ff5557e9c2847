#!/usr/bin/env node
// `npx plimsoll …` is the command of that name, run on the pinned Node; files are named from where the user stands.
process.argv.splice(2, 0, 'plimsoll')
process.env.INIT_CWD = process.cwd()
import('../../../tooling/launch.mjs')
