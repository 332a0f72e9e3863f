import { option } from '../../option.ts';
import { moveInContract } from './contract.ts';
import { moveInJobs } from './jobs.ts';

/** A school moves in with its own files: teachers, subjects, classes, lessons, students, who takes what. */
export const moveIn = option({
  name: 'move-in',
  needs: [],
  findLack: () => null,
  settings: null,
  mail: null,
  contracts: { 'move-in': moveInContract },
  folders: { 'move-in': 'options/move-in' },
  jobs: moveInJobs,
  pages: [],
  lightPages: [],
  keptDays: {},
  partitions: { table: ['move-in-names'], indexes: [], together: [] },
  own: { calls: {}, jobs: {} },
});
