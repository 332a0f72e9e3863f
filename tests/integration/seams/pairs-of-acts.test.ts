import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const acts = [
  ...['posting', 'closing', 'promotion', 'class change', 'archive', 'restore', 'hand-over', 'registration'],
  ...['attendance', 'scans', 'uploads', 'erasure'],
] as const;

/** Where a pair is tried: a file below tests/integration, and what its name there begins with; or why the two touch nothing in common. */
type Tried = { file: string; test: string } | { apart: string };
const inTerm = (pair: string): [string, Tried] => [pair, { file: 'seams/term-pairs', test: `'${pair}'` }];
const inPlace = (pair: string): [string, Tried] => [pair, { file: 'seams/placement-pairs', test: `'${pair}'` }];
const inDay = (pair: string): [string, Tried] => [pair, { file: 'seams/day-and-erasure-pairs', test: `'${pair}'` }];

/** Each with each and with itself. What both touch, and what both are told, is with the test. */
const pairs = new Map<string, Tried>([
  ['posting × posting', { file: 'term-reports/posting-again', test: 'by two at once is one run' }],
  [
    'posting × closing',
    { file: 'school/closed-terms', test: 'that the office closes after %i requests of the end of a posting' },
  ],
  ...['promotion', 'class change', 'archive', 'restore', 'hand-over', 'registration', 'uploads'].map((act) =>
    inTerm(`posting × ${act}`),
  ),
  ['posting × attendance', { file: 'attendance/attendance-end', test: 'goes on when %s' }],
  ['posting × scans', { file: 'attendance/attendance-end', test: 'goes on when %s' }],
  inDay('posting × erasure'),
  ['closing × closing', { file: 'school/closed-terms', test: 'of two administrators who press the same' }],
  ...['promotion', 'class change', 'archive', 'restore', 'hand-over', 'registration', 'attendance', 'uploads'].map(
    (act) => inTerm(`closing × ${act}`),
  ),
  ...['scans', 'erasure'].map((act) => inDay(`closing × ${act}`)),
  ['promotion × promotion', { file: 'school/two-admins', test: 'promote once, and undo once' }],
  ...['class change', 'archive', 'restore', 'hand-over', 'registration', 'uploads'].map((act) =>
    inPlace(`promotion × ${act}`),
  ),
  ...['attendance', 'scans', 'erasure'].map((act) => inDay(`promotion × ${act}`)),
  ['class change × class change', { file: 'school/two-offices', test: 'move a student at the same moment' }],
  ...['archive', 'restore', 'hand-over', 'registration', 'uploads'].map((act) => inPlace(`class change × ${act}`)),
  ...['attendance', 'scans', 'erasure'].map((act) => inDay(`class change × ${act}`)),
  ...['archive', 'restore', 'hand-over', 'registration', 'uploads'].map((act) => inPlace(`archive × ${act}`)),
  ...['attendance', 'scans', 'erasure'].map((act) => inDay(`archive × ${act}`)),
  ...['restore', 'registration', 'uploads'].map((act) => inPlace(`restore × ${act}`)),
  ...['attendance', 'scans', 'erasure'].map((act) => inDay(`restore × ${act}`)),
  [
    'restore × hand-over',
    { apart: 'Who comes back takes no subject, and so has no teacher that a hand-over could change.' },
  ],
  ...['hand-over', 'registration'].map((act) => inPlace(`hand-over × ${act}`)),
  inDay('hand-over × attendance'),
  ['hand-over × scans', { apart: 'A scan is a student’s day; a hand-over moves lessons, pages and who teaches.' }],
  ['hand-over × uploads', { file: 'people/hand-over', test: 'at the very moment of a save loses neither' }],
  [
    'hand-over × erasure',
    {
      apart:
        'Who is erased has left: no subject is taken, and the marks of earlier years are on no page that is handed over.',
    },
  ],
  ...['registration', 'uploads'].map((act) => inPlace(`registration × ${act}`)),
  [
    'registration × attendance',
    { apart: 'A day is a record of its own: no report is needed for it, and registering reads none.' },
  ],
  ['registration × scans', { apart: 'As for attendance.' }],
  [
    'registration × erasure',
    {
      apart: 'Only current students are registered, only archived ones erased; the way between is archive and restore.',
    },
  ],
  ...['attendance', 'scans', 'erasure'].map((act) => inDay(`attendance × ${act}`)),
  ['attendance × uploads', { file: 'attendance/import-scans', test: 'adds nothing over what a person decided' }],
  ...['scans', 'erasure'].map((act) => inDay(`scans × ${act}`)),
  ['scans × uploads', { file: 'attendance/undo-import', test: 'loses no scan that comes in while it is undone' }],
  inPlace('uploads × uploads'),
  inDay('uploads × erasure'),
  inDay('erasure × erasure'),
]);

describe('the pairs of acts that two people may do at once', () => {
  it('are all tried, or said to touch nothing in common', () => {
    const wanted = acts.flatMap((one, index) => acts.slice(index).map((other) => `${one} × ${other}`));
    expect(wanted).toHaveLength(78);
    expect([...pairs.keys()].toSorted()).toEqual(wanted.toSorted());
  });

  it.each([...pairs])('%s is where it says', (_pair, tried) => {
    if ('apart' in tried) return;
    const text = readFileSync(join(import.meta.dirname, '..', `${tried.file}.test.ts`), 'utf8');
    expect(text).toContain(tried.test);
  });
});
