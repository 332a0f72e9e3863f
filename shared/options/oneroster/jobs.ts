import type { JobDefinition, JobStep } from '../../jobs.ts';

/** The durable jobs of OneRoster. */
export const onerosterJobs = {
  /** Writes the school into a zip of CSV files. */
  'make-roster-file': {
    domain: 'oneroster',
    isHeavy: true,
    needs: { table: 'write', partitions: 'indexes', files: { 'roster-files': ['read', 'write'] } },
  },
} as const satisfies Record<string, JobDefinition>;

/** There is one at a time, and everybody sees the same. */
export const rosterFileJob = {
  name: 'make-roster-file',
  key: 'school',
  row: onerosterJobs['make-roster-file'],
} as const;

/** What a schedule starts each night where the school file says so: the same, without a record of its run. */
export const nightlyRosterFile = {
  domain: 'oneroster',
  hour: '6',
  description: 'Each night: the school in a OneRoster file, into the documents bucket',
  step: { name: 'make-nightly-roster-file', key: 'nightly', run: 'nightly', attempt: 1, batch: 0, isDone: false },
} as const satisfies { domain: string; hour: string; description: string; step: JobStep };

/** Days for which a file is kept. */
export const rosterFileDays = 14;
