import { option } from '../../option.ts';
import { truthCheckContract } from './contract.ts';

/** Figures that are computed a second time, and read back off the page, before they are posted (rules 63 and 64). */
export const truthCheck = option({
  name: 'truth-check',
  needs: [],
  findLack: () => null,
  settings: null,
  mail: null,
  contracts: { 'truth-check': truthCheckContract },
  folders: { 'truth-check': 'options/truth-check' },
  jobs: {},
  pages: [],
  lightPages: [],
  keptDays: {},
  partitions: { table: ['dismissed-findings#*'], indexes: [], together: [] },
  // A posting keeps what was checked of it, with what was dismissed.
  own: { calls: {}, jobs: { 'post-term-reports': { reads: ['dismissed-findings#*'] } } },
});
