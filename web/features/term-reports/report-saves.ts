import { subjectFieldLabels } from '#shared/marks/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { type KindOf, type ReportField, reportFieldNames, termReportFields } from '#shared/term-reports/fields.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import type { SaveTarget } from '../../outbox/pending-record.ts';
import {
  defineSaveKind,
  hasExactShape,
  hasPartialShape,
  isGradeOrBlank,
  isNumber,
  isNumberOrBlank,
  isSubjectFields,
  isTerm,
  isText,
  isTextOrBlank,
} from '../../outbox/save-kind.ts';

const student = { student_id: isText, year: isNumber, term: isTerm, class_id: isText };
const isStudent = hasExactShape(student);
const isSubject = hasExactShape({ ...student, subject_id_old: isText, subject_id_new: isText });
const guardOfKind = {
  count: isNumberOrBlank,
  grade: isGradeOrBlank,
  activities: isTextOrBlank,
  remark: isTextOrBlank,
} as const;
const isReport = hasPartialShape(
  Object.fromEntries(reportFieldNames.map((field) => [field, guardOfKind[termReportFields[field].kind]])) as {
    [F in ReportField]: (typeof guardOfKind)[KindOf<F>];
  },
);

/** Labels in the list of unsaved values, where grades of music must differ from those of conduct. */
const labels = Object.fromEntries(
  reportFieldNames.map((field) => {
    const { label, group, kind } = termReportFields[field];
    return [field, group === 'music' && kind !== 'remark' ? `Music, ${label.toLowerCase()}` : label];
  }),
) as Record<ReportField, string>;

/** A student's term report without the subjects. */
export const termReportSaveKind = defineSaveKind(termReportsContract.saveTermReport, {
  name: 'termReport',
  version: 1,
  failure: termReportWordings.reportNotSaved,
  labels,
  read: ({ record, fields, was }) =>
    isStudent(record) && isReport(fields) && isReport(was) ? { ...record, ...fields, was } : undefined,
});

/** A subject row of a term report. */
export const reportSubjectSaveKind = defineSaveKind(termReportsContract.updateSubjectRecord, {
  name: 'reportSubject',
  version: 1,
  failure: termReportWordings.marksNotSaved,
  labels: { ...subjectFieldLabels, comment: 'Remarks' },
  read: ({ record, fields, was }) =>
    isSubject(record) && isSubjectFields(fields) && isSubjectFields(was) ? { ...record, ...fields, was } : undefined,
});

interface ReportOf {
  student_id: string;
  year: number;
  term: number;
  class_id: string;
  name: string;
}

export function termReportSaveTarget({ name, student_id, year, term, class_id }: ReportOf): SaveTarget {
  return termReportSaveKind.target({
    names: [student_id, year, term],
    record: { student_id, year, term, class_id },
    about: name,
  });
}

/** `subjectTitle` is for the user; the record's id does not depend on it. */
export function reportSubjectSaveTarget(
  { name, student_id, year, term, class_id }: ReportOf,
  subjectId: string,
  subjectTitle = subjectId,
): SaveTarget {
  return reportSubjectSaveKind.target({
    names: [student_id, year, term, subjectId],
    record: { student_id, year, term, class_id, subject_id_old: subjectId, subject_id_new: subjectId },
    about: `${name}, ${subjectTitle}`,
  });
}
