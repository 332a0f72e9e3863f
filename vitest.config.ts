import { defineConfig } from 'vitest/config';

const project = (name: string, options: Record<string, unknown> = {}) => ({
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...options },
});

/** The layers of tests; a file belongs to the layer whose folder it is in. */
export default defineConfig({
  test: {
    // One file a core. The default leaves a core free, which of two is half.
    maxWorkers: '100%',
    projects: [
      project('unit', { testTimeout: 30_000 }),
      project('integration', { testTimeout: 30_000, hookTimeout: 60_000 }),
      project('rights', { testTimeout: 30_000, hookTimeout: 60_000 }),
      project('web', { environment: 'happy-dom', testTimeout: 20_000 }),
      project('infra', { testTimeout: 180_000, hookTimeout: 180_000 }),
      // A browser on a busy machine may be late once; a fault is there every time.
      project('e2e', {
        testTimeout: 120_000,
        hookTimeout: 240_000,
        expect: { poll: { timeout: 15_000 } },
        retry: process.env.CI ? 2 : 0,
      }),
    ],
  },
});
