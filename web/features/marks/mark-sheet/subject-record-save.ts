import { type MarkSheetRow, markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { markSheetWordings, subjectFieldLabels } from '#shared/marks/wordings.ts';
import type { SaveTarget } from '../../../outbox/pending-record.ts';
import { defineSaveKind, hasExactShape, isNumber, isSubjectFields, isTerm, isText } from '../../../outbox/save-kind.ts';

const isRecord = hasExactShape({
  student_id: isText,
  subject_id: isText,
  year: isNumber,
  term: isTerm,
  class_id: isText,
});

/** The typed fields of a mark sheet. */
export const subjectRecordSaveKind = defineSaveKind(markSheetContract.saveSubjectRecord, {
  name: 'subjectRecord',
  version: 1,
  failure: markSheetWordings.notSaved,
  labels: subjectFieldLabels,
  read: ({ record, fields, was }) =>
    isRecord(record) && isSubjectFields(fields) && isSubjectFields(was) ? { ...record, ...fields, was } : undefined,
});

/** One student's subject record of a term; `name`: as the sheet tells its students apart. */
export function subjectRecordSaveTarget(
  { student_id, subject_id, year, term, class_id, ...row }: MarkSheetRow,
  name = row.name,
): SaveTarget {
  return subjectRecordSaveKind.target({
    names: [student_id, subject_id, year, term],
    record: { student_id, subject_id, year, term, class_id },
    about: name,
  });
}
