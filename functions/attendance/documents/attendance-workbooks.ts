import type { SheetCellValue } from '#functions/platform/xlsx/safe-cell.ts';
import { renderWorkbook, type SheetColumn, type Workbook } from '#functions/platform/xlsx/write-workbook.ts';
import { roundedPercent } from '#shared/attendance/school-days.ts';
import { levelName } from '#shared/people/form-level.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { displayDate, displayRange } from '#shared/school/display-date.ts';
import { school } from '../../school/records/school.ts';
import { type AttendanceFigures, sumFigures, takenSessions } from '../reports/figures.ts';
import type { ClassAttendance } from '../reports/read-class-attendance.ts';
import type { LateList } from '../reports/read-late-list.ts';
import { type StudentAttendanceReport, titleOfTermNumber } from '../reports/read-student-attendance.ts';
import type { AttendanceSummary, SummaryFigures } from '../reports/summary.ts';
import { dayMarkLegend, dayMarkLetters } from './sheet-text.ts';
import { presenceWord } from './student-report.ts';

interface SheetContent {
  name: string;
  /** Below the school's name. */
  about: string;
  columns: readonly SheetColumn[];
  heading: readonly string[];
  rows: readonly (readonly SheetCellValue[])[];
  frozenColumns?: number;
}

const text = (width: number): SheetColumn => ({ width, format: 'text' });
const number = { width: 11 } satisfies SheetColumn;

async function addSheet(workbook: Workbook, { name, about, columns, heading, rows, frozenColumns }: SheetContent) {
  const sheet = workbook.sheet({ name, columns, frozen: { rows: 3, columns: frozenColumns ?? 1 }, isLandscape: true });
  sheet.row([school().name], 'title');
  sheet.row([about], 'note');
  sheet.row(heading, 'heading');
  for (const row of rows) sheet.row(row);
  await sheet.end();
}

const fileOf = (now: Date, ...sheets: readonly SheetContent[]): Promise<Uint8Array> =>
  renderWorkbook({ creator: school().name, madeAt: now }, async (workbook) => {
    for (const sheet of sheets) await addSheet(workbook, sheet);
  });

const figureHeading = ['Possible', 'Present', 'Absent', 'Excused', 'Not taken', 'Late', '%'];
const figureCells = (own: AttendanceFigures): SheetCellValue[] => [
  ...[own.possible, own.attended, own.absent, own.excused, own.notTaken, own.late],
  roundedPercent(own.attended, takenSessions(own)),
];

export const renderClassWorkbook = (attendance: ClassAttendance, now: Date): Promise<Uint8Array> => {
  const { classId, days, students } = attendance;
  const rows = students.map(({ id, name, figures, days: own }): SheetCellValue[] => [
    id,
    name,
    ...figureCells(figures),
    ...own.map(dayMarkLetters),
  ]);
  const class_ = sumFigures(students.map(({ figures }) => figures));
  return fileOf(now, {
    name: `Attendance ${classId}`,
    about: `Attendance of ${classId}, ${displayRange(attendance)}. ${dayMarkLegend}`,
    columns: [text(12), text(30), ...figureHeading.map(() => number), ...days.map(() => text(6))],
    heading: ['Student ID', 'Student', ...figureHeading, ...days.map(({ date }) => displayDate(date).slice(0, 6))],
    rows: [...rows, [null, 'Class', ...figureCells(class_)]],
    frozenColumns: 2,
  });
};

export const renderLateWorkbook = (late: LateList, now: Date): Promise<Uint8Array> =>
  fileOf(now, {
    name: 'Late List',
    about: `Late List, ${displayRange(late)}`,
    columns: [{ width: 13 }, text(9), text(30), text(12), text(10), number],
    heading: ['Date', 'Class', 'Student', 'Student ID', 'Time in', 'Times late'],
    rows: late.rows.map(({ date, classId, name, studentId, timeIn, times }) => [
      { day: date },
      classId,
      name,
      studentId,
      timeIn,
      times,
    ]),
  });

export const renderSummaryWorkbook = (summary: AttendanceSummary, now: Date): Promise<Uint8Array> => {
  const cells = (title: string, own: SummaryFigures): SheetCellValue[] => [
    title,
    own.attended,
    own.taken,
    roundedPercent(own.attended, own.taken),
    own.excused,
    own.late,
    own.notTaken,
    own.sessions,
  ];
  return fileOf(now, {
    name: 'Attendance Summary',
    about: `Attendance of the school, ${displayRange(summary)}; not taken and sessions count sessions of a class`,
    columns: [text(16), ...Array.from({ length: 7 }, () => number)],
    heading: ['Form and class', 'Attended', 'Of', '%', 'Excused', 'Late', 'Not taken', 'Sessions'],
    rows: [
      ...summary.forms.flatMap(({ formLevel, classes, ...own }) => [
        cells(levelName(formLevel), own),
        ...classes.map(({ classId, ...ofClass }) => cells(classId, ofClass)),
      ]),
      cells('School', summary.school),
    ],
  });
};

export const renderStudentWorkbook = (
  attendance: StudentAttendanceReport,
  { showsReasons, now }: { showsReasons: boolean; now: Date },
): Promise<Uint8Array> => {
  const { student, terms } = attendance;
  const who = `${student.lastName}, ${student.firstName}, ${student.classId}, ${displayRange(attendance)}`;
  const days = terms.flatMap((ofTerm) => ofTerm.days.toReversed());
  return fileOf(
    now,
    {
      name: 'Terms',
      about: who,
      columns: [text(24), ...figureHeading.map(() => number)],
      heading: ['Term', ...figureHeading],
      rows: terms.map(({ year, term, figures }) => [
        `${titleOfTermNumber(term)}, ${academicYearTitle(year)}`,
        ...figureCells(figures),
      ]),
    },
    {
      name: 'Days',
      about: who,
      columns: [{ width: 13 }, text(11), text(11), text(10), text(10), text(8), text(10), text(40)],
      heading: [
        'Date',
        'Morning',
        'Afternoon',
        'Time in',
        'Time out',
        'Late',
        'Excused',
        ...(showsReasons ? ['Reason'] : []),
      ],
      rows: days.map(({ date, am, pm, record }) => [
        { day: date },
        presenceWord(am),
        presenceWord(pm),
        record?.timeIn ?? null,
        record?.timeOut ?? null,
        record?.late ? 'Late' : null,
        record?.excused ? 'Excused' : null,
        ...(showsReasons ? [record?.reason ?? null] : []),
      ]),
    },
  );
};
