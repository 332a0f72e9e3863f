import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { actsOfOptions } from '#functions/platform/table/told-acts.ts';
import { change, says } from '../../support/reports/log-line.ts';

beforeAll(() => {
  actsOfOptions.fill({});
  vi.stubEnv('SCHOOL_FILE', new URL('../../../infra/schools/demo.json', import.meta.url).pathname);
});
afterAll(() => {
  vi.unstubAllEnvs();
});

/** By hand: no id but a student’s own behind the name, no ISO dates, no names of the program. */
it.each([
  ['student#S1', [change('class', '1A', '1B')], 'Moved Ali, Anika (S1) from 1A to 1B.'],
  ['student#S1', [change('phone_cell', null, '868-555-0101')], 'Set Cell Phone of Ali, Anika (S1) to 868-555-0101.'],
  ['student#S1', [change('status', 'current', 'archived'), change('class', '1A', null)], 'Archived Ali, Anika (S1).'],
  ['student#S1', [change('lastName', null, 'Ali'), change('firstName', null, 'Anika')], 'Added Ali, Anika (S1).'],
  [
    'student#S1#2025#1',
    [change('deanComments', 'Good.', null)],
    'Cleared Dean comments of Ali, Anika (S1), Term 1, 2025-2026, which was Good.',
  ],
  [
    'period#2025#1',
    [change('dateEnd', '2025-12-12', '2025-12-11')],
    'Changed Term End of Term 1, 2025-2026 from 12-Dec-2025 to 11-Dec-2025.',
  ],
  [
    'period#2025#1',
    [change('current', { year: 2024, term: 3 }, { year: 2025, term: 1 })],
    'Made Term 1, 2025-2026 the current term.',
  ],
  ['period#2025#1', [change('attendance closed', 'open', 'closed')], 'Closed the attendance of Term 1, 2025-2026.'],
  ['posting#2025#1', [change('posted', null, { isPosted: true })], 'Posted the reports of Term 1, 2025-2026.'],
  ['posting#2025#1', [change('frozen 1', null, ['S1', 'S2'])], 'Posted 2 reports of Term 1, 2025-2026.'],
  [
    'registration#2025#1',
    [change('registered 1A', null, ['S1', 'S2']), change('registered 1B', null, ['S3'])],
    'Registered 3 students of 1A, 1B for Term 1, 2025-2026.',
  ],
  ['window#3', [change('deadline', null, '2026-07-31')], 'Set Deadline of Form 3 to 31-Jul-2026.'],
  [
    'window#3',
    [change('isOpen', false, true), change('deadline', null, '2026-07-31')],
    'Opened registration for Form 3 until 31-Jul-2026.',
  ],
  ['lessons#2025#T1', [change('MATH 4A', null, 'taught')], 'Gave Mona Núñez, 2025-2026 Mathematics 4A.'],
  ['class-posts#2025#T1', [change('form teacher of 1A', 'T2', 'T1')], 'Mona Núñez is form teacher of 1A.'],
  ['card-layout#L1', [change('draft', null, { name: 'Ours' })], 'Began the layout Ours.'],
  ['card-layout#L1', [change('draft', { name: 'Ours' }, null)], 'Deleted the layout Ours.'],
  ['card-layout#L1', [change('published', 0, { version: 1, name: 'Ours' })], 'Published the layout Ours.'],
  ['account#T1', [change('permissions', [], [{ menu: 'students', action: null }])], 'Changed what Mona Núñez may do.'],
  ['employee#T2', [change('deletedAt', null, '2026-11-27T14:00:00.000Z')], 'Archived Dina Dean.'],
  [
    'assignments#MATH',
    [change('batch', null, { teacher: 'T1', students: ['S1', 'S2'] })],
    'Assigned Mathematics to 2 students.',
  ],
  ['student-uploads', [change('upload', null, { rows: 31 })], 'Uploaded 31 students.'],
  ['student-uploads', [change('upload', { upload: 'k1' }, null)], 'Took back an upload of students.'],
  ['erased-students', [change('student', '00383', null)], 'Erased the student 00383.'],
])('says of %s what was done, in one sentence', (subject, changes, sentence) => {
  expect(says(subject, changes)).toBe(sentence);
});

it('names the fields, and no values, for a reader who may not see these', () => {
  const changes = ['phone_cell', 'email', 'hobbies', 'nationality', 'sex'].map((field) => change(field, 'a', 'b'));
  expect(says('student#S1', [change('class', '1A', '1B')], false)).toBe('Changed Form class of Ali, Anika (S1).');
  expect(says('student#S1', changes.slice(0, 1), false)).toBe('Changed Cell Phone of Ali, Anika (S1).');
  expect(says('student#S1', changes)).toBe('Changed Cell Phone, Email, Hobbies and 2 more of Ali, Anika (S1).');
});
