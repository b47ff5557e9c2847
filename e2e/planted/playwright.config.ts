import { defineConfig } from '@playwright/test'

const planted = process.env.PLANTED?.split(' ') ?? []

/** The test files that PLANTED names, each as a project of its own, without a browser. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/planted',
  projects: planted.map((name) => ({ name, testMatch: `${name}.ts`, retries: name === 'flaky' ? 1 : 0 })),
})
