import { type WeeklyTestRow, weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { markSheetWordings } from '#shared/marks/wordings.ts';
import type { SaveTarget } from '../../../outbox/pending-record.ts';
import { defineSaveKind, hasExactShape, isMarkOrBlank, isText } from '../../../outbox/save-kind.ts';

const isRecord = hasExactShape({
  week_end_date: isText,
  form_class_id: isText,
  subject_id: isText,
  student_id: isText,
});
const isMark = hasExactShape({ mark: isMarkOrBlank });

/** One student's mark of a weekly test; its field is `mark`. */
const weeklyMarkSave = defineSaveKind(weeklyTestsContract.importWeeklyTests, {
  name: 'weeklyMark',
  version: 1,
  failure: markSheetWordings.notSaved,
  labels: { mark: 'Mark' },
  read: ({ record, fields, was }) => {
    if (!isRecord(record) || !isMark(fields) || !isMark(was)) return undefined;
    const { student_id, ...test } = record;
    return { ...test, marks: [{ student_id, mark: fields.mark, was: was.mark }] };
  },
});

/** The fields by which calls name a weekly test. */
export interface WeeklyTestFields {
  week_end_date: string;
  form_class_id: string;
  subject_id: string;
}

/** One student's mark of a weekly test; `name`: as the test's list tells its students apart. */
export function weeklyMarkSaveTarget(
  test: WeeklyTestFields,
  { student_id, ...row }: WeeklyTestRow,
  name = row.name,
): SaveTarget {
  const { week_end_date, form_class_id, subject_id } = test;
  return weeklyMarkSave.target({
    names: [student_id, subject_id, form_class_id, week_end_date],
    record: { week_end_date, form_class_id, subject_id, student_id },
    about: name,
  });
}
