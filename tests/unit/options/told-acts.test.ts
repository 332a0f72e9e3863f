import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { actsOfOptions } from '#functions/platform/table/told-acts.ts';
import { toldActParts } from '#options/functions/told-acts';
import { change, says } from '../../support/reports/log-line.ts';

beforeAll(() => {
  actsOfOptions.fill(toldActParts);
  vi.stubEnv('SCHOOL_FILE', new URL('../../../infra/schools/demo.json', import.meta.url).pathname);
});
afterAll(() => {
  vi.unstubAllEnvs();
});

/** By hand, as those of the core. */
it.each([
  [
    'report-links#2025#1',
    [change('links', null, ['S1', 'S2'])],
    'Made links to the reports of Term 1, 2025-2026 for 2 students.',
  ],
  [
    'report-signatures#2025#1#4A',
    [change('form teacher', null, ['S1', 'S2'])],
    'Signed 2 reports of 4A, Term 1, 2025-2026, as form teacher.',
  ],
  [
    'report-signatures#2025#1#4A',
    [change('dean', ['S1'], null)],
    'Took back signatures of 1 report of 4A, Term 1, 2025-2026, as dean.',
  ],
  ['station#gate-1', [change('name', null, 'Main gate')], 'Made the station Main gate.'],
  ['station#gate-1', [change('endedAt', null, '2026-11-27T14:00:00.000Z')], 'Ended the link of a station.'],
  ['station#gate-1', [change('endedAt', '2026-11-27T14:00:00.000Z', null)], 'Opened the link of a station again.'],
  ['refused-scans', [change('S1 27-Nov-2026 07:40', 'refused', 'taken')], 'Took 1 refused scan.'],
  [
    'refused-scans',
    ['S1 27-Nov-2026 07:40', 'S2 27-Nov-2026 07:41'].map((scan) => change(scan, 'refused', 'dismissed')),
    'Dismissed 2 refused scans.',
  ],
  ['refused-scans', [change('S1 27-Nov-2026 07:40', 'dismissed', 'refused')], 'Listed 1 dismissed scan again.'],
  ['family-accounts', [change('accounts', null, ['T1', 'A9'])], 'Made accounts for 2 students.'],
  ['family-accounts', [change('accounts', ['T1'], null)], 'Removed the accounts of 1 student.'],
  ['family-account-runs', [change('accounts of students', null, 992)], 'Began accounts for 992 students.'],
  ['family-account-runs', [change('accounts of students', 992, null)], 'Took back the accounts of 992 students.'],
  [
    'family-letters#2A',
    [change('one-time passwords', null, ['T1', 'A9'])],
    'Made letters with one-time passwords for 2 students of 2A.',
  ],
  ['family-mails', [change('e-mails to parents', null, 1)], 'Began to send 1 e-mail to parents.'],
  ['family-mails', [change('e-mails to parents', 12, null)], 'Stopped sending 12 e-mails to parents.'],
  [
    'move-in',
    [change('file', null, 'staff.xlsx'), change('Teachers', null, '62 rows'), change('Lessons', null, '1 row')],
    'Moved in “staff.xlsx”: Teachers, 62 rows; Lessons, 1 row.',
  ],
  ['move-in', [change('move in', { run: 'k1', file: 'staff.xlsx' }, null)], 'Took back what “staff.xlsx” brought.'],
  [
    'move-in',
    [change('move in', { run: 'k1', file: 'staff.xlsx', kinds: ['Teachers'] }, null)],
    'Took back Teachers of “staff.xlsx”.',
  ],
  ['roster-file', [change('roster', null, 'given out')], 'Began a OneRoster file of the school.'],
  ['roster-key#K1', [change('read', null, 'users')], 'Read users with its key.'],
  ['roster-key#K1', [change('key', 'Library', null)], 'Ended the key of Library.'],
])('says of %s what was done, in one sentence', (subject, changes, sentence) => {
  expect(says(subject, changes)).toBe(sentence);
});

it('says what the act of an option was about, to a reader who may not see the values', () => {
  const changes = [change('dean', null, ['S1'])];
  expect(says('report-signatures#2025#1#4A', changes, false)).toBe('Changed Dean of 4A, Term 1, 2025-2026.');
  expect(says('station#gate-1', [change('endedAt', null, 'x')], false)).toBe('Changed Ended at of Station.');
});
