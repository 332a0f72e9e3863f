import type { MarkSheetRow } from '#shared/marks/mark-sheet/contract.ts';
import { courseMark } from '#shared/marks/marks.ts';
import type { Scheme } from '#shared/marks/scheme.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import type { ListedStudent } from '../../students/records/term-lists.ts';
import { courseWorkOfRecord, type SubjectRecordItem, toCourseWorkAnswer } from '../records/subject-record.ts';

/** One row of the mark sheet. A student without a record has a row of blanks. */
export function toMarkSheetRow({
  student,
  record,
  key,
  scheme,
  isRegistered,
}: {
  student: ListedStudent;
  record: Partial<SubjectRecordItem> | undefined;
  key: { subjectId: string; year: number; term: 1 | 2 | 3 };
  scheme: Scheme;
  isRegistered: boolean;
}): MarkSheetRow {
  const work = scheme.course ? courseWorkOfRecord(record) : null;
  return {
    student_id: student.studentId,
    subject_id: key.subjectId,
    year: key.year,
    term: key.term,
    employee_id: record?.employeeId ?? null,
    name: lastFirst(student),
    class_id: student.classId,
    form_level: student.formLevel,
    picture: student.picture ?? null,
    course_mark: courseMark(work, scheme),
    course_work: toCourseWorkAnswer(work),
    exam_mark: record?.exam ?? null,
    exam_out_of: typeof record?.exam !== 'number' ? null : (record.examOutOf ?? null),
    late: record?.timesLate ?? null,
    absent: record?.timesAbsent ?? null,
    app: record?.application ?? null,
    con: record?.conduct ?? null,
    comment: record?.comment ?? null,
    registered: isRegistered,
    ...(student.left === undefined ? {} : { left: student.left }),
  };
}
