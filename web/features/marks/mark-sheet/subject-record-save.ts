import { type MarkSheetRow, markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { markSheetWordings, subjectFieldLabels } from '#shared/marks/wordings.ts';
import type { Target } from '../../../outbox/pending-record.ts';
import { isNumber, isSubjectFields, isTerm, isText, isWhole, saveKind } from '../../../outbox/save-kind.ts';

const isRecord = isWhole({ student_id: isText, subject_id: isText, year: isNumber, term: isTerm, class_id: isText });

/** The typed fields of a mark sheet. */
export const subjectRecordSave = saveKind(markSheetContract.saveSubjectRecord, {
  name: 'subjectRecord',
  version: 1,
  failure: markSheetWordings.notSaved,
  labels: subjectFieldLabels,
  read: ({ record, fields, was }) =>
    isRecord(record) && isSubjectFields(fields) && isSubjectFields(was) ? { ...record, ...fields, was } : undefined,
});

/** One student's subject record of a term. */
export function subjectRecordOf({ student_id, subject_id, year, term, class_id, name }: MarkSheetRow): Target {
  return subjectRecordSave.target({
    names: [student_id, subject_id, year, term],
    record: { student_id, subject_id, year, term, class_id },
    about: name,
  });
}
