import { commit } from '../../platform/table/acts/commit.ts';
import type { Authorship } from '../../platform/table/audit.ts';

/** What the trail and the office log say a file of the whole school is of. */
export const wholeSchoolSubject = 'whole-school';

/** Notes that somebody begins to make a file of the school: a line of the office log. */
export const noteGivenOut = (by: Authorship) =>
  commit({
    by,
    changes: [],
    trail: { subject: wholeSchoolSubject, changes: [{ field: 'everything', before: null, after: 'given out' }] },
  });
