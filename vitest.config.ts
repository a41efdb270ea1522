import { defineConfig } from 'vitest/config'

const report = process.env['VERBNOUN_REPORT']

export default defineConfig({
  test: {
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    passWithNoTests: true,
    projects: [
      {
        test: {
          name: 'fast',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts', '**/node_modules/**', 'test/peers/**'],
          testTimeout: 20_000,
          // The compiler is loaded once a process, not once a file.
          isolate: false,
        },
      },
      {
        test: {
          name: 'slow',
          include: ['src/**/*.slow.test.ts', 'test/**/*.slow.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
