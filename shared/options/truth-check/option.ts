import { option } from '../../option.ts';

/** Figures that are computed a second time, and read back off the page, before they are posted (rules 63 and 64). */
export const truthCheck = option({
  name: 'truth-check',
  needs: [],
  findLack: () => null,
  settings: null,
  mail: null,
  contracts: {},
  folders: {},
  jobs: {},
  pages: [],
  lightPages: [],
  keptDays: {},
  partitions: { table: [], indexes: [], together: [] },
  own: { calls: {}, jobs: {} },
});
