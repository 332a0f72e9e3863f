import { expect, it } from 'vitest';
import type { LogLine } from '#shared/reports/office-log.ts';
import { groupLogLines } from '../../../web/features/reports/office-log/log-table.tsx';

/** Nothing depends on the keys. */
const line = (change: Partial<LogLine>): LogLine => ({
  key: 'key',
  at: '2025-11-03 14:05:00',
  account_id: 'A1',
  by: 'Ada Office',
  kind: 'students',
  about: 'Ali, Anika',
  says: 'Moved Ali, Anika from 1A to 1B.',
  student_id: 'S1',
  shows_values: true,
  changes: [{ field: 'Form class', was: '1A', now: '1B' }],
  ...change,
});
const ofZoe = { about: 'Baptiste, Zoe', says: 'Moved Baptiste, Zoe from 1A to 1B.', student_id: 'S2' };
const shown = (lines: LogLine[]) => groupLogLines(lines, false).map(({ says, lines: own }) => [says, own.length]);

it('shows students of whom the same was done as one act', () => {
  expect(shown([line({}), line({ ...ofZoe, at: '2025-11-03 14:04:10' })])).toEqual([
    ['Moved 2 students from 1A to 1B.', 2],
  ]);
  const phones = [
    line({ says: 'Set Phone (Cell) of Ali, Anika to 1.', changes: [{ field: 'Phone (Cell)', was: null, now: '1' }] }),
    line({
      ...ofZoe,
      says: 'Set Phone (Cell) of Baptiste, Zoe to 2.',
      changes: [{ field: 'Phone (Cell)', was: null, now: '2' }],
    }),
  ];
  expect(shown(phones)).toEqual([['Changed Phone (Cell) of 2 students.', 2]]);
});

it('says of whom, where all lines are about one student', () => {
  const changed = (field: string) =>
    line({ says: `Changed ${field} of Ali, Anika.`, changes: [{ field, was: 'a', now: 'b' }] });
  expect(shown([changed('Remarks'), changed('Remarks')])).toEqual([['Changed Remarks of Ali, Anika.', 2]]);
  const set = line({ says: 'Set Remarks of Ali, Anika to b.', changes: [{ field: 'Remarks', was: null, now: 'b' }] });
  expect(shown([changed('Remarks'), set])).toEqual([['Changed Remarks of Ali, Anika.', 2]]);
  // A page that begins in the middle of them says that there may be more lines, not that there may be more students.
  expect(groupLogLines([changed('Remarks'), set], true).map(({ says }) => says)).toEqual([
    'Changed Remarks of Ali, Anika.',
  ]);
});

it('adds up the parts of a job', () => {
  const part = (count: number) =>
    line({ kind: 'posting', student_id: null, about: 'Term 1', says: `Posted ${count} reports of Term 1.` });
  expect(shown([part(25), part(25), part(4)])).toEqual([['Posted 54 reports of Term 1.', 3]]);
  const large = line({ kind: 'posting', student_id: null, about: 'Term 1', says: 'Posted 1,204 reports of Term 1.' });
  expect(shown([large, part(300)])).toEqual([['Posted 1,504 reports of Term 1.', 2]]);
});

it('leaves lines of other people, other acts and other hours by themselves', () => {
  const lines = [
    line({}),
    line({ ...ofZoe, account_id: 'A2' }),
    line({ ...ofZoe, at: '2025-11-03 13:00:00' }),
    line({ says: 'Archived Ali, Anika.', at: '2025-11-03 13:00:00', changes: [] }),
  ];
  expect(shown(lines).map(([, count]) => count)).toEqual([1, 1, 1, 1]);
});

it('says “at least” of a batch that may go on in lines that are not loaded, and of no other', () => {
  const lines = [line({}), line({ ...ofZoe }), line({ says: 'Archived Ali, Anika.', at: '2025-11-03 13:00:00' })];
  const says = (some: LogLine[]) => groupLogLines(some, true).map((entry) => entry.says);
  expect(says(lines.slice(0, 2))).toEqual(['Moved at least 2 students from 1A to 1B.']);
  expect(says(lines)).toEqual(['Moved 2 students from 1A to 1B.', 'Archived Ali, Anika.']);
  const part = line({ kind: 'posting', student_id: null, about: 'Term 1', says: 'Posted 600 reports of Term 1.' });
  expect(says([part, part])).toEqual(['Posted at least 1,200 reports of Term 1.']);
});

it('adds up no numbers of forms and terms', () => {
  const says = ['Opened registration for Form 3.', 'Opened registration for Form 4.', 'Closed Term 1, 2025-2026.'];
  const lines = says.map((one) => line({ kind: 'terms', student_id: null, about: 'Form 3', says: one }));
  expect(shown(lines)).toEqual(says.map((one) => [one, 1]));
  const twice = 'Closed registration for Form 3 until 11-Dec-2026.';
  expect(shown([1, 2].map(() => line({ kind: 'terms', student_id: null, about: 'Form 3', says: twice })))).toEqual([
    [twice, 2],
  ]);
});
