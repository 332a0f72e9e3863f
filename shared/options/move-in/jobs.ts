import type { JobDefinition } from '../../jobs.ts';

/** The durable jobs of moving in. */
export const moveInJobs = {
  /** Stores what was confirmed of a file, kind by kind. */
  'move-in': {
    domain: 'move-in',
    needs: { table: 'write', writes: ['accounts', 'user names'], identity: 'open' },
    holdsSchool: true,
  },
  /** Takes it back, or one kind of it, where nobody has touched it since. */
  'undo-move-in': {
    domain: 'move-in',
    needs: { table: 'write', writes: ['accounts', 'user names'], identity: 'open' },
    holdsSchool: true,
  },
} as const satisfies Record<string, JobDefinition>;

/** One of them, to be begun. */
export const moveInJob = (name: keyof typeof moveInJobs) => ({ name, row: moveInJobs[name] });
