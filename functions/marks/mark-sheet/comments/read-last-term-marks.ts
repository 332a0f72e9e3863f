import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { courseMark, subjectTotal } from '#shared/marks/marks.ts';
import { schemeFor } from '#shared/marks/scheme.ts';
import { termBefore } from '#shared/school/academic-year.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { school } from '../../../school/records/school.ts';
import { pronounOf } from '../../../students/records/pronoun.ts';
import { readStudents } from '../../../students/records/store.ts';
import {
  courseWorkOfRecord,
  readSubjectRecordsByStudent,
  type SubjectRecordItem,
} from '../../records/subject-record.ts';
import { keysToOpenSheet, readMarkSheet } from '../opened-sheet.ts';

/** Beside the sheet's own three requests, one for each hundred students and one for each hundred records. */
export const readLastTermMarks = callHandler(markSheetContract.readLastTermMarks, {
  prefetch: (input, accountId) => keysToOpenSheet(input, accountId),
  handle: async ({ input, caller, found }) => {
    const { students } = await readMarkSheet({ sheet: input, caller, found });
    const ids = students.map(({ studentId }) => studentId);
    const before = termBefore(input);
    const [records, people] = await Promise.all([
      readSubjectRecordsByStudent(ids, { ...before, subjectId: input.subject_id }),
      readStudents(ids, ['studentId', 'sex']),
    ]);
    const sexOf = new Map(people.map(({ studentId, sex }) => [studentId, sex]));
    return {
      ...before,
      students: students.map(({ studentId, firstName }) => ({
        student_id: studentId,
        first_name: firstName,
        pronoun: pronounOf(sexOf.get(studentId)),
        ...marksOf(records.get(studentId), before.term),
      })),
    };
  },
});

/** By the scheme of the record's own form level: the student may have been in another form then. */
function marksOf(record: SubjectRecordItem | undefined, term: 1 | 2 | 3) {
  if (!record) return { course_mark: null, exam_mark: null, total: null, comment: null };
  const scheme = schemeFor(school().markingScheme, record.formLevel, term);
  const work = courseWorkOfRecord(record);
  const exam = record.exam ?? null;
  const total = subjectTotal({ course: work, exam, examOutOf: record.examOutOf ?? null }, scheme);
  return { course_mark: courseMark(work, scheme), exam_mark: exam, total, comment: record.comment ?? null };
}
