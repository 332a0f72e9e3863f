import { createHash } from 'node:crypto';
import type { Scheme } from '#shared/marks/scheme.ts';
import {
  afterFormTeacher,
  type SignedSubjectField,
  type Stage,
  subjectFields,
} from '#shared/options/sign-off/stages.ts';
import { reportFieldNames, termReportFields } from '#shared/term-reports/fields.ts';
import { computeSubjectLines } from '../../../marks/records/subject-lines.ts';
import type { SubjectRecordItem } from '../../../marks/records/subject-record.ts';
import type { TermReportItem } from '../../../marks/records/term-report.ts';

/**
 * What a report says, a digest a field: by subject id in the order of `subjectFields`, and under `''` the fields of the
 * report in their order. No subject has an empty id. It keeps no values, though who may read the table could test a
 * guess.
 */
export type SignedContents = Record<string, string>;

const ofReport = '';

/** Characters of a digest: 36 bits, for one field of one report. */
const digestLength = 6;

const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64url')
    .slice(0, digestLength);

/** What a report says now, as it is printed. Pure. */
export function contentsOf(
  report: TermReportItem,
  records: readonly SubjectRecordItem[],
  scheme: Scheme,
): SignedContents {
  const contents: SignedContents = {
    [ofReport]: reportFieldNames.map((field) => digestOf(report[termReportFields[field].name])).join(''),
  };
  for (const { subjectId, record, course, exam, examOutOf, total } of computeSubjectLines(report, records, scheme)) {
    const said: Record<SignedSubjectField, unknown> = {
      course,
      exam: typeof exam === 'number' ? [exam, examOutOf] : exam,
      total,
      timesLate: record?.timesLate,
      timesAbsent: record?.timesAbsent,
      application: record?.application,
      conduct: record?.conduct,
      comment: record?.comment,
    };
    contents[subjectId] = subjectFields.map((field) => digestOf(said[field])).join('');
  }
  return contents;
}

/** Names contents: equal where every field is. Pure. */
export const nameOfContents = (contents: SignedContents): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(contents).sort(([one], [other]) => (one < other ? -1 : 1))))
    .digest('base64url')
    .slice(0, 22);

/** A field that is not as it was signed; of a subject with null for the whole subject. */
export type ChangedField =
  | { field: (typeof reportFieldNames)[number] }
  | { subjectId: string; field: SignedSubjectField | 'added' | 'taken off' };

/** What a stage signed for and is not so any more. Pure. */
export function listChangedFields(signed: SignedContents, now: SignedContents, stage: Stage): ChangedField[] {
  const changed = (one: string, other: string, place: number) =>
    one.slice(place * digestLength, (place + 1) * digestLength) !==
    other.slice(place * digestLength, (place + 1) * digestLength);
  const fields = reportFieldNames.filter(
    (field, place) =>
      !(stage === 'form teacher' && afterFormTeacher.includes(termReportFields[field].name)) &&
      changed(signed[ofReport] ?? '', now[ofReport] ?? '', place),
  );
  const subjectIds = [...new Set([...Object.keys(signed), ...Object.keys(now)])].filter((id) => id !== ofReport).sort();
  return [
    ...fields.map((field) => ({ field })),
    ...subjectIds.flatMap((subjectId): ChangedField[] => {
      const [was, is] = [signed[subjectId], now[subjectId]];
      if (was === undefined) return [{ subjectId, field: 'added' }];
      if (is === undefined) return [{ subjectId, field: 'taken off' }];
      const differing = subjectFields.filter((_, place) => changed(was, is, place));
      const isByMarks = differing.some((field) => field === 'course' || field === 'exam');
      // A total follows from its marks: alone it changes with the rules of marking.
      return differing.filter((field) => field !== 'total' || !isByMarks).map((field) => ({ subjectId, field }));
    }),
  ];
}
