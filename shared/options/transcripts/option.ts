import { option } from '../../option.ts';
import { transcriptsContract } from './contract.ts';
import { transcriptsSettings } from './settings.ts';

/** Transcripts, certificates and lists made of posted reports, and marks of earlier terms. */
export const transcripts = option({
  name: 'transcripts',
  needs: [],
  findLack: () => null,
  settings: transcriptsSettings,
  mail: null,
  contracts: { transcripts: transcriptsContract },
  folders: { transcripts: 'options/transcripts' },
  jobs: {},
  pages: [],
  lightPages: [],
  keptDays: {},
  partitions: { table: ['document-numbers#*', 'earlier-marks#*', 'student-documents#*'], indexes: [], together: [] },
  own: { calls: {}, jobs: {} },
});
