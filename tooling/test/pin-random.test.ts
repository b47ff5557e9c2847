import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import config from '../../vitest.config.ts'
import { ROOT } from '../lib/process.ts'

interface Project {
  test: { name: string; include: string[]; exclude?: string[]; setupFiles?: string[] }
}

const PROJECTS = (config.test?.projects ?? []).map((project) => (project as Project).test)

it.each(PROJECTS.map((project) => [project.name, project] as const))(
  '[OPS-53] properties in the project %s are tried with the inputs of one seed',
  (_, { include, exclude = [], setupFiles = [] }) => {
    const isPinned = setupFiles.includes('tooling/lib/pin-random.setup.ts')
    const properties = globSync(include, { cwd: ROOT, exclude: [...exclude, '**/node_modules/**'] })
      .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
      .filter(({ text }) => text.includes(`from '${'fast'}-check'`))
    const loose = properties.filter(({ text }) => text.split('numRuns').length !== text.split('seed: SEED').length)
    expect(isPinned ? [] : loose.map(({ file }) => file)).toEqual([])
  },
)

it('[OPS-53] no test asks for a random number of the machine, or takes the time for one', () => {
  const files = globSync(['{packages,apps}/*/test/**/*.ts', 'e2e/**/*.ts'], {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  })
  const random = files.filter((file) => /Math\.random\b|Date\.now\(\) %/.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(files.length).toBeGreaterThan(300)
  expect(random).toEqual([])
})
