import { type MarkSheetRow, markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { markSheetWordings } from '#shared/marks/wordings.ts';
import type { Target } from '../../../outbox/pending-record.ts';
import {
  isGradeOrBlank,
  isMarkOrBlank,
  isNumber,
  isNumberOrBlank,
  isPart,
  isTerm,
  isText,
  isTextOrBlank,
  isWhole,
  saveKind,
} from '../../../outbox/save-kind.ts';

const isRecord = isWhole({ student_id: isText, subject_id: isText, year: isNumber, term: isTerm, class_id: isText });
const isTyped = isPart({
  exam_mark: isMarkOrBlank,
  late: isNumberOrBlank,
  absent: isNumberOrBlank,
  app: isGradeOrBlank,
  con: isGradeOrBlank,
  comment: isTextOrBlank,
});

/** The typed fields of a mark sheet. */
export const subjectRecordSave = saveKind(markSheetContract.saveSubjectRecord, {
  name: 'subjectRecord',
  version: 1,
  failure: markSheetWordings.notSaved,
  labels: {
    exam_mark: 'Exam mark',
    late: 'Times late',
    absent: 'Times absent',
    app: 'Application',
    con: 'Conduct',
    comment: 'Comment',
  },
  read: ({ record, fields, was }) =>
    isRecord(record) && isTyped(fields) && isTyped(was) ? { ...record, ...fields, was } : undefined,
});

/** One student's subject record of a term. */
export function subjectRecordOf({ student_id, subject_id, year, term, class_id, name }: MarkSheetRow): Target {
  return subjectRecordSave.target({
    names: [student_id, subject_id, year, term],
    record: { student_id, subject_id, year, term, class_id },
    about: name,
  });
}
