import { defineConfig } from 'vitest/config';

/** The tests that notice mutants: units, and what works through real requests on the stand-ins. */
export default defineConfig({
  test: {
    include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/integration/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
