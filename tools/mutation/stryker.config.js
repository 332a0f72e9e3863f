/**
 * Mutation tests: which small faults in the code the tests notice. `npm run mutate` takes the marking rules;
 * `npm run mutate -- --mutate 'functions/marks/records/**\/*.ts'` takes other files. The report is dist/mutation/index.html.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tools/mutation/vitest.config.ts' },
  mutate: ['shared/marks/**/*.ts'],
  // The type checker would remove mutants that cannot compile; tests notice most of them sooner.
  ignoreStatic: true,
  reporters: ['clear-text', 'progress', 'html'],
  htmlReporter: { fileName: 'dist/mutation/index.html' },
  tempDirName: 'dist/stryker',
  cleanTempDir: 'always',
  incrementalFile: 'dist/mutation/incremental.json',
  concurrency: 2,
};
