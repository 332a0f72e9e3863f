import { lastFirst } from '#shared/people/shared-names.ts';
import { type ReportField, reportFieldNames, termReportFields } from '#shared/term-reports/fields.ts';
import { joinActivities, splitActivities } from '#shared/term-reports/limits.ts';
import type { SubjectLineRow, TermReportRow } from '#shared/term-reports/report-rows.ts';
import type { SubjectLine } from '../marks/records/subject-lines.ts';
import { isAnythingEntered, toCourseWorkAnswer } from '../marks/records/subject-record.ts';
import type { ReportValue, TermReportItem } from '../marks/records/term-report.ts';
import type { FieldValue, StoredFields } from '../platform/table/field-changes.ts';
import { type PeriodItem, settingsOfClass } from '../school/records/periods.ts';

/** A call's value as the table stores it. */
export const toStoredValue = (field: ReportField, value: FieldValue): ReportValue =>
  termReportFields[field].kind === 'activities' && typeof value === 'string' ? splitActivities(value) : value;

const fromAttribute = (value: ReportValue | undefined): FieldValue =>
  value === undefined || value === null ? null : typeof value === 'object' ? joinActivities(value) : value;

export const storedReportFields = (report: Partial<TermReportItem>): StoredFields<ReportField> => ({
  value: (field) => fromAttribute(report[termReportFields[field].name]),
  stamp: (field) => ({
    by: report[`${termReportFields[field].name}By`] ?? null,
    at: report[`${termReportFields[field].name}At`] ?? null,
  }),
});

interface RowStudent {
  studentId: string;
  firstName: string;
  lastName: string;
  picture?: string | undefined;
}

type WrittenFields = Pick<TermReportRow, ReportField>;

/** A student's term report without the subjects. `place` is the class of that term. */
export function toReportRow({
  student,
  report,
  place,
  period,
  of,
}: {
  student: RowStudent;
  report: TermReportItem | undefined;
  place: { classId: string; formLevel: number };
  period: PeriodItem | undefined;
  of: { year: number; term: 1 | 2 | 3 };
}): TermReportRow {
  const settings = settingsOfClass(period, place.classId);
  const stored = storedReportFields(report ?? {});
  return {
    student_id: student.studentId,
    first_name: student.firstName,
    last_name: student.lastName,
    name: lastFirst(student),
    picture: student.picture ?? null,
    class_id: place.classId,
    form_level: place.formLevel,
    year: of.year,
    term: of.term,
    registered: report !== undefined,
    ...(Object.fromEntries(reportFieldNames.map((field) => [field, stored.value(field)])) as WrittenFields),
    possible_attendance: settings.possibleAttendance,
    new_term_beginning: settings.newTermBeginning,
  };
}

export const toSubjectLine = ({ subjectId, record, work, course, exam, examOutOf }: SubjectLine): SubjectLineRow => ({
  subject_id: subjectId,
  course_mark: course,
  course_work: toCourseWorkAnswer(work),
  exam_mark: exam,
  exam_out_of: typeof exam !== 'number' ? null : examOutOf,
  late: record?.timesLate ?? null,
  absent: record?.timesAbsent ?? null,
  app: record?.application ?? null,
  con: record?.conduct ?? null,
  comment: record?.comment ?? null,
  entered: record !== undefined && isAnythingEntered(record),
});
