import { verticalSpace } from '#functions/platform/pdf/layout/block.ts';
import { a4Sheet, contentWidth } from '#functions/platform/pdf/layout/flow.ts';
import { paragraphBlock } from '#functions/platform/pdf/layout/paragraph.ts';
import { stackBlocks } from '#functions/platform/pdf/layout/stack.ts';
import { doughnutStyle } from '#shared/attendance/figures.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { pluralize } from '#shared/pluralize.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { displayDate, displayRange } from '#shared/school/display-date.ts';
import { renderSchoolSheet } from '../../term-reports/report-cards/print/school-paper.ts';
import type { SchoolHead } from '../../term-reports/report-cards/report-card.ts';
import {
  type AttendanceFigures,
  hasAttendanceOnDay,
  type StudentDay,
  sumFigures,
  takenSessions,
} from '../reports/figures.ts';
import { type StudentAttendanceReport, titleOfTermNumber } from '../reports/read-student-attendance.ts';
import { attendedPercent, chartRowBlock, textTableBlock } from './sheet-text.ts';

const sheet = a4Sheet({ top: 34, right: 40, bottom: 38, left: 40 });
const all = contentWidth(sheet);

const termColumns = [
  { title: 'Term', width: all - 7 * 56, isName: true },
  ...['Possible', 'Attended', 'Absent', 'Excused', 'Not taken', 'Late', '%'].map((title) => ({
    title,
    width: 56,
    isNumber: true,
  })),
];
const dayColumns = (showsReasons: boolean) => [
  { title: 'Date', width: 96, isName: true },
  { title: 'Morning', width: 74 },
  { title: 'Afternoon', width: 74 },
  { title: 'Time in', width: 54, isNumber: true },
  { title: 'Time out', width: 54, isNumber: true },
  { title: 'Late', width: 46 },
  { title: showsReasons ? 'Excused, reason' : 'Excused', width: all - 96 - 148 - 108 - 46 },
];

interface StudentReport {
  school: SchoolHead;
  attendance: StudentAttendanceReport;
  showsReasons: boolean;
  printedAt: Date;
}

/** Prints a student's attendance: figures by term, and every day with attendance, the newest first. */
export function renderStudentReport({ school, attendance, showsReasons, printedAt }: StudentReport): Uint8Array {
  const { student, terms } = attendance;
  const whole = sumFigures(terms.map(({ figures }) => figures));
  const days = terms.flatMap((ofTerm) => ofTerm.days.filter(hasAttendanceOnDay).reverse());
  const columns = dayColumns(showsReasons);
  return renderSchoolSheet({
    school,
    printedAt,
    title: `${student.lastName}, ${student.firstName}, ${student.classId}`,
    about: displayRange(attendance),
    sheet,
    parts: [
      {
        bookmark: 'Attendance',
        note: student.studentId,
        body: (style, width) =>
          stackBlocks([
            { block: paragraphBlock({ text: explanation(whole), style: style.note, width, type: 'P' }) },
            { block: verticalSpace(8) },
            {
              block: chartRowBlock(
                [
                  {
                    title: 'Attendance',
                    part: whole.attended,
                    whole: takenSessions(whole),
                    colour: doughnutStyle.attended,
                  },
                  {
                    title: 'Late, of the days that the student came',
                    part: whole.late,
                    whole: days.filter(cameOn).length,
                    colour: doughnutStyle.late,
                  },
                ],
                { style, width, radius: 32 },
              ),
            },
            { block: verticalSpace(8) },
            {
              block: textTableBlock(
                termColumns,
                terms.map(({ year, term, figures }) => ({
                  cells: [`${titleOfTermNumber(term)}, ${academicYearTitle(year)}`, ...termCells(figures)],
                })),
                style,
              ),
            },
            { block: verticalSpace(12) },
            {
              block: textTableBlock(
                columns,
                days.map((day) => ({ cells: dayCells(day, showsReasons) })),
                style,
              ),
            },
          ]),
      },
    ],
  });
}

const cameOn = ({ am, pm }: StudentDay): boolean => am === 'P' || pm === 'P';

const termCells = (own: AttendanceFigures): string[] => [
  ...[own.possible, own.attended, own.absent, own.excused, own.notTaken, own.late].map(String),
  attendedPercent(own),
];

function dayCells({ date, am, pm, record }: StudentDay, showsReasons: boolean): (string | null)[] {
  return [
    displayDate(date),
    presenceWord(am),
    presenceWord(pm),
    record?.timeIn?.slice(0, 5) ?? null,
    record?.timeOut?.slice(0, 5) ?? null,
    record?.late ? 'Late' : null,
    [record?.excused ? 'Excused' : null, showsReasons ? record?.reason : null].filter(Boolean).join(': '),
  ];
}

export const presenceWord = (mark: 'P' | 'A' | null): string =>
  mark === 'P' ? 'Present' : mark === 'A' ? 'Absent' : '–';

const explanation = ({ possible, notTaken }: AttendanceFigures): string =>
  possible === 0
    ? attendanceWordings.noSchoolHeld
    : 'Possible counts the sessions of school days up to today, two a day; percent is of those that were taken' +
      (notTaken === 0 ? '.' : `. In ${pluralize(notTaken, 'session')} nothing was recorded of the class.`);
