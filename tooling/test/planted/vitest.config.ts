import { defineConfig } from 'vitest/config'
import real from '../../../vitest.config.ts'

const include = process.env.PLANTED?.split(' ').map((name) => `tooling/test/planted/${name}.ts`) ?? []

/** Every project of the build as it is, but with the test files that PLANTED names in place of its own. */
export default defineConfig({
  test: {
    ...real.test,
    projects: (real.test?.projects ?? []).map((project) => {
      if (typeof project !== 'object' || !('test' in project)) throw new Error('A project is not an object.')
      return { ...project, test: { ...project.test, include, exclude: [] } }
    }),
  },
})
