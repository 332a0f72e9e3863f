import { option } from '../../option.ts';
import { onerosterSettings } from './settings.ts';

/** The school in the files and answers of OneRoster, out and in. */
export const oneroster = option({
  name: 'oneroster',
  needs: ['move-in'],
  findLack: () => null,
  settings: onerosterSettings,
  mail: null,
  contracts: {},
  folders: {},
  jobs: {},
  pages: [],
  lightPages: [],
  keptDays: {},
  partitions: { table: ['sourced-ids'], indexes: [], together: [] },
  own: { calls: {}, jobs: {} },
});
