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
  // Marks and attendance of earlier terms come with the files of a school that moves in.
  own: {
    calls: {
      'move-in': {
        previewMoveIn: { reads: ['earlier-marks#*'] },
        startMoveIn: { reads: ['earlier-marks#*'] },
      },
    },
    jobs: {
      'move-in': { reads: ['earlier-marks#*'], writes: ['earlier-marks#*'] },
      'undo-move-in': { reads: ['earlier-marks#*'], writes: ['earlier-marks#*'] },
    },
  },
});
