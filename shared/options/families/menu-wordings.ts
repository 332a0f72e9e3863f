import { pluralize } from '../../pluralize.ts';

/** Titles of the office's screens. These few words come with every menu; all others with their screens. */
export const familyScreenTitles = { families: 'Families', letters: 'Letters to Families' } as const;

/** Among what waits for the office. */
export const registrationsDue = (count: number): string =>
  `${pluralize(count, 'registration')} handed in by families ${count === 1 ? 'waits' : 'wait'} for an answer.`;
