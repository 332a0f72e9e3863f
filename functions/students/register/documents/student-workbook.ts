import { type CourseWork, percentageTotal } from '#shared/marks/marks.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { studentFields } from '#shared/students/fields.ts';
import { enteredFields } from '#shared/students/register/typed-facts.ts';
import { displayStoredValue } from '#shared/students/spreadsheets/uploaded-values.ts';
import { termReportFields } from '#shared/term-reports/fields.ts';
import { assessmentNumberOfMark, listLinesOfStudent } from '../../../marks/records/course-work.ts';
import { courseWorkOfRecord, listSubjectRecordsOfStudent } from '../../../marks/records/subject-record.ts';
import type { TermReportItem } from '../../../marks/records/term-report.ts';
import { listAuditTrail } from '../../../platform/table/audit.ts';
import type { SheetCellValue } from '../../../platform/xlsx/safe-cell.ts';
import { renderWorkbook, type Workbook } from '../../../platform/xlsx/write-workbook.ts';
import { momentText } from '../../../school/records/moment-text.ts';
import { school } from '../../../school/records/school.ts';
import { listAssignmentsOfStudent, readSubjectNamesById } from '../../../subjects/records/store.ts';
import type { Sheet } from '../../records/sections-of-everything.ts';
import { type StudentItem, studentAuditSubject } from '../../records/store.ts';
import { storedFact } from '../../records/student-facts.ts';
import { valueListsOfSchool } from '../../records/value-reader.ts';
import { describeChanges } from '../record/student-record.ts';

interface RecordWorkbook {
  student: StudentItem;
  reports: readonly TermReportItem[];
  /** The sheets that the caller may see. */
  shows: { marks: boolean; markBook: boolean; reports: boolean };
  /** Further sheets, before the history. */
  more: readonly Sheet[];
  /** Sentences about what is missing in the file, and why. */
  missing: readonly string[];
  madeAt: Date;
}

/**
 * One student's data, a sheet each: a cover with what is missing, record, subjects, marks of every term, mark book with
 * notes, term reports, sections of options, history.
 */
export async function renderStudentWorkbook({
  student,
  reports,
  shows,
  more,
  missing,
  madeAt,
}: RecordWorkbook): Promise<Uint8Array> {
  const { studentId } = student;
  const [subjects, taken, marks, lines, trail] = await Promise.all([
    readSubjectNamesById(),
    listAssignmentsOfStudent(studentId),
    shows.marks
      ? Promise.all(reports.map(({ year, term }) => listSubjectRecordsOfStudent({ studentId, year, term })))
      : [],
    shows.markBook ? Promise.all(reports.map(({ year, term }) => listLinesOfStudent({ studentId, year, term }))) : [],
    listAuditTrail(studentAuditSubject(studentId)),
  ]);
  const titleOf = (subjectId: string) => subjects.get(subjectId)?.title ?? subjectId;
  const lists = valueListsOfSchool(madeAt);
  return renderWorkbook({ creator: school().name, madeAt }, async (workbook) => {
    await writeTable(workbook, 'Cover', [
      ['Not in this file'],
      ...(missing.length > 0 ? missing.map((one) => [one]) : [['Nothing was left out.']]),
    ]);
    await writeTable(workbook, 'Record', [
      ['Fact', 'Value'],
      ['Student ID', studentId],
      ['Status', student.status === 'archived' ? 'Archived' : 'Current'],
      ['Reason for Leaving', student.leavingReason ?? null],
      ...enteredFields.map((field): SheetCellValue[] => {
        const stored = storedFact(student, field);
        return [studentFields[field].label, stored === null ? null : displayStoredValue(field, stored, lists)];
      }),
    ]);
    await writeTable(workbook, 'Subjects', [['Subject'], ...taken.map(({ subjectId }) => [titleOf(subjectId)])]);
    if (shows.marks)
      await writeTable(workbook, 'Marks', [
        [
          'Academic Year',
          'Term',
          'Class',
          'Subject',
          'Course',
          'Out of',
          'Absent in, out of',
          ...examHeadings,
          ...gradeHeadings,
          'Comment',
        ],
        ...marks
          .flat()
          .map((one) => [
            ...[academicYearTitle(one.year), one.term, one.classId, titleOf(one.subjectId)],
            ...[...workCells(courseWorkOfRecord(one)), one.exam ?? null, one.examOutOf ?? null],
            ...[one.timesLate, one.timesAbsent, one.application, one.conduct, one.comment].map(
              (value) => value ?? null,
            ),
          ]),
      ]);
    if (shows.markBook)
      await writeTable(workbook, 'Mark Book', [
        ['Academic Year', 'Term', 'Class', 'Subject', 'Assessment', 'Mark', 'Out of', 'Note'],
        ...lines
          .flat()
          .flatMap(({ year, term, classId, subjectId, marks: given }) =>
            Object.entries(given).map(([name, { mark, outOf, note }]) => [
              ...[academicYearTitle(year), term, classId, titleOf(subjectId), assessmentNumberOfMark(name), mark],
              ...[mark === null ? null : outOf, note?.text ?? null],
            ]),
          ),
      ]);
    const fields = Object.entries(termReportFields);
    if (shows.reports)
      await writeTable(workbook, 'Term Reports', [
        ['Academic Year', 'Term', 'Class', ...fields.map(([, field]) => headingOf(field))],
        ...reports.map((report) => [
          ...[academicYearTitle(report.year), report.term, report.classId],
          ...fields.map(([, { name }]) => {
            const value = report[name];
            return Array.isArray(value) ? value.join(', ') : ((value ?? null) as SheetCellValue);
          }),
        ]),
      ]);
    for (const [name, rows] of more) await writeTable(workbook, name, rows);
    await writeTable(workbook, 'Changes', [
      ['When', 'Who', 'What', 'Was', 'Is'],
      ...trail.flatMap(({ at, name, changes }) =>
        describeChanges(changes).map(({ field, label, was, now }) => {
          const shown = (value: string | null) =>
            value === null || field === null ? value : displayStoredValue(field, value, lists);
          return [momentText(at), name, label, shown(was), shown(now)];
        }),
      ),
    ]);
  });
}

/** The label of the screen; grades of music differ from those of conduct. */
const headingOf = ({ label, group, kind }: (typeof termReportFields)[keyof typeof termReportFields]): string =>
  group === 'music' && kind !== 'remark' ? `Music, ${label.toLowerCase()}` : label;

const examHeadings = ['Exam', 'Out of'];
/** Sums of the mark book; Abs or Ex where no entered mark counts. */
const workCells = (work: CourseWork | null): SheetCellValue[] =>
  work === null
    ? [null, null, null]
    : [work.outOf > 0 ? work.sum : percentageTotal(work, {}), work.outOf, work.absentOutOf ?? null];

const gradeHeadings = ['Late', 'Absent', 'Application', 'Conduct'];

/** Writes a sheet with a heading and rows of text. */
async function writeTable(
  workbook: Workbook,
  name: string,
  [heading = [], ...rows]: SheetCellValue[][],
): Promise<void> {
  const columns = heading.map((_, index) => ({ width: index === 0 ? 26 : 22, format: 'text' as const }));
  const sheet = workbook.sheet({ name, columns, frozen: { rows: 1, columns: 0 } });
  sheet.row(heading, 'heading');
  for (const row of rows) sheet.row(row);
  await sheet.end();
}
