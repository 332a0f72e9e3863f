import { sentenceOf } from '#functions/reports/documents/office-log/log-sentences.ts';

const names = {
  people: new Map([
    ['T1', 'Mona Núñez'],
    ['T2', 'Dina Dean'],
  ]),
  students: new Map([['S1', { lastName: 'Ali', firstName: 'Anika' }]]),
  subjects: new Map([['MATH', { title: 'Mathematics' }]]),
};
/** A changed field of a line. */
export const change = (field: string, before: unknown, after: unknown) => ({ field, before, after });
/** What the office log says of a line. */
export const says = (subject: string, changes: ReturnType<typeof change>[], shows = true) =>
  sentenceOf(
    { subject, changes, at: '', accountId: 'A1', name: 'Ada Office', logKind: 'students', logOrder: '' },
    { names, shows },
  );
