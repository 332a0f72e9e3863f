import { option } from '../../option.ts';
import { onerosterContract } from './contract.ts';
import { nightlyRosterFile, onerosterJobs, rosterFileDays } from './jobs.ts';
import { restCalls } from './rest/rest-calls.ts';
import { onerosterSettings } from './settings.ts';

/** What is remembered of files that came in. */
const ofFiles = ['roster-line-items', 'sourced-ids'] as const;

/** The school in the files and answers of OneRoster, out and in. */
export const oneroster = option({
  name: 'oneroster',
  needs: ['move-in'],
  findLack: () => null,
  settings: onerosterSettings,
  mail: null,
  nightly: { setting: 'nightly', ...nightlyRosterFile },
  contracts: { oneroster: onerosterContract },
  programs: { 'oneroster-rest': restCalls },
  folders: { oneroster: 'options/oneroster', 'oneroster-rest': 'options/oneroster/rest' },
  jobs: onerosterJobs,
  pages: [],
  lightPages: [],
  keptDays: { 'roster-files': rosterFileDays },
  partitions: { table: ['roster-files', 'roster-line-items', 'sourced-ids'], indexes: [], together: [] },
  own: {
    calls: {
      'move-in': {
        previewMoveIn: { reads: ofFiles },
        startMoveIn: { reads: ofFiles, writes: ofFiles },
      },
    },
    jobs: { 'undo-move-in': { reads: ofFiles, writes: ofFiles } },
  },
});
