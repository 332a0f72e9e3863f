import { option } from '../../option.ts';
import { districtContract } from './contract.ts';

/** Figures of a term without names, signed, for a district that merges those of its schools (rule 62). */
export const district = option({
  name: 'district',
  needs: [],
  findLack: () => null,
  settings: null,
  mail: null,
  contracts: { district: districtContract },
  folders: { district: 'options/district' },
  jobs: {},
  pages: [],
  lightPages: [],
  keptDays: {},
  partitions: { table: ['district-figures#*'], indexes: [], together: [] },
  own: { calls: {}, jobs: {} },
});
