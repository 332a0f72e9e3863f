import { type Block, verticalSpace } from '#functions/platform/pdf/layout/block.ts';
import { contentWidth, type PaperSheet } from '#functions/platform/pdf/layout/flow.ts';
import { paragraphBlock } from '#functions/platform/pdf/layout/paragraph.ts';
import { stackBlocks } from '#functions/platform/pdf/layout/stack.ts';
import { type TableBlockCell, type TableBlockColumn, tableBlock } from '#functions/platform/pdf/layout/table-block.ts';
import { A4_LANDSCAPE } from '#functions/platform/pdf/pdf-page.ts';
import { countPossibleSessions, type SchoolDay } from '#shared/attendance/school-days.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { nameApart } from '#shared/people/shared-names.ts';
import { pluralize } from '#shared/pluralize.ts';
import { displayRange } from '#shared/school/display-date.ts';
import { renderSchoolSheet, type SheetPart } from '../../term-reports/report-cards/print/school-paper.ts';
import { denseTableStyle, type SheetStyle } from '../../term-reports/report-cards/print/styles.ts';
import type { SchoolHead } from '../../term-reports/report-cards/report-card.ts';
import { type AttendanceFigures, sumFigures } from '../reports/figures.ts';
import type { ClassAttendance } from '../reports/read-class-attendance.ts';
import {
  attendedPercent,
  createColumnParagraphMaker,
  dayMarkLegend,
  dayMarkLetters,
  notTakenNote,
} from './sheet-text.ts';

export interface ClassReportOptions {
  school: SchoolHead;
  attendance: ClassAttendance;
  printedAt: Date;
}

const sheet: PaperSheet = { size: A4_LANDSCAPE, margin: { top: 28, right: 30, bottom: 34, left: 30 } };
const all = contentWidth(sheet);

/** Widths in points. */
const width = { number: 20, name: 150, figure: 46, day: { min: 14, max: 22 } } as const;
const figures = ['Possible', 'Present', 'Absent', 'Excused', 'Late', '%'] as const;
const beside = width.number + width.name;

/** Days that fit beside the figures, and on a page without figures. */
const daysBesideFigures = Math.floor((all - beside - figures.length * width.figure) / width.day.min);
const daysAlone = Math.floor((all - beside) / width.day.min);

/**
 * Prints a class's attendance: each student's figures, and the days beside them where they fit, else on pages of their
 * own.
 */
export function renderClassReport({ school, attendance, printedAt }: ClassReportOptions): Uint8Array {
  const { classId, days } = attendance;
  const own = { attendance, withFigures: true };
  const isOneTable = days.length <= daysBesideFigures;
  const pages = isOneTable ? 0 : Math.ceil(days.length / daysAlone);
  const perPage = Math.ceil(days.length / Math.max(pages, 1));
  const parts: SheetPart[] = [
    {
      bookmark: `Attendance of ${classId}`,
      note: null,
      body: (style) => reportBody({ ...own, from: 0, to: isOneTable ? days.length : 0 }, style),
    },
    ...Array.from({ length: pages }, (_, page): SheetPart => {
      const from = page * perPage;
      const to = Math.min(from + perPage, days.length);
      const range = `Days ${from + 1} to ${to} of ${days.length}`;
      const body = (style: SheetStyle) => reportBody({ attendance, withFigures: false, from, to }, style);
      return { bookmark: range, note: range, body };
    }),
  ];
  return renderSchoolSheet({
    school,
    printedAt,
    title: `Attendance, ${classId}`,
    about: displayRange(attendance),
    sheet,
    parts,
  });
}

interface Part {
  attendance: ClassAttendance;
  withFigures: boolean;
  /** Index of the first day, and of the day after the last. */
  from: number;
  to: number;
}

function reportBody({ attendance, withFigures, from, to }: Part, style: SheetStyle): Block {
  const { students } = attendance;
  const days = attendance.days.slice(from, to);
  const shown = withFigures ? figures : [];
  const room = all - beside - shown.length * width.figure;
  const dayWidth = Math.min(width.day.max, room / Math.max(days.length, 1));
  // With few days the names get the spare width, up to twice their own.
  const spare = Math.min(width.name, Math.max(0, room - dayWidth * days.length));
  const plan: TableBlockColumn[] = [
    { width: width.number },
    { width: width.name + spare },
    ...shown.map(() => ({ width: width.figure })),
    ...days.map(() => ({ width: dayWidth })),
  ];
  const text = createColumnParagraphMaker(plan, style);
  const firstDay = 2 + shown.length;
  const head: Block[] = [
    text(0, 'No.', 'columnTitleRight'),
    text(1, 'Student', 'columnTitle'),
    ...shown.map((title, index) => text(2 + index, title, 'columnTitleRight')),
    ...days.map((day, index) => dayHead(day, { column: firstDay + index, text })),
  ];
  const figureCells = (own: AttendanceFigures): TableBlockCell[] =>
    withFigures ? figureTexts(own).map((value, index) => ({ block: text(2 + index, value, 'listNumber') })) : [];
  const nameOf = nameApart(students, { name: (one) => one.name, id: (one) => one.id });
  const rows = students.map((student, index): TableBlockCell[] => [
    { block: text(0, String(index + 1), 'number') },
    { block: text(1, nameOf(student), 'name'), isHeading: true },
    ...figureCells(student.figures),
    ...days.map((_day, place) => ({
      block: text(firstDay + place, dayMarkLetters(student.days[from + place] ?? null), 'dayMark'),
    })),
  ]);
  if (withFigures && students.length > 0) {
    rows.push([
      { block: verticalSpace(0) },
      { block: text(1, 'Class', 'name'), isHeading: true },
      ...figureCells(sumFigures(students.map((student) => student.figures))),
      ...days.map(() => ({ block: verticalSpace(0) })),
    ]);
  }
  const note = (words: string) => paragraphBlock({ text: words, style: style.note, width: all, type: 'P' });
  return stackBlocks([
    { block: note(explanation(attendance)) },
    // Above the table: below it the legend could be the only line of a page.
    ...(days.length > 0 ? [{ block: note(dayMarkLegend) }] : []),
    { block: verticalSpace(4) },
    {
      block: tableBlock({
        columns: plan,
        head: head.map((block) => ({ block, isHeading: true })),
        rows,
        style: denseTableStyle,
      }),
    },
  ]);
}

/** The day of the month over the letter of the weekday. */
function dayHead(
  { date }: SchoolDay,
  { column, text }: { column: number; text: ReturnType<typeof createColumnParagraphMaker> },
): Block {
  const weekday = new Date(`${date}T00:00:00Z`).toLocaleDateString('en', { weekday: 'narrow', timeZone: 'UTC' });
  return stackBlocks([
    { block: text(column, weekday, 'columnNote') },
    { block: text(column, String(Number(date.slice(8))), 'columnTitleCentred') },
    { block: text(column, String(Number(date.slice(5, 7))), 'columnNote') },
  ]);
}

const figureTexts = (own: AttendanceFigures): string[] => [
  String(own.possible),
  String(own.attended),
  String(own.absent),
  String(own.excused),
  String(own.late),
  attendedPercent(own),
];

function explanation({ days, students, notTaken }: ClassAttendance): string {
  if (days.length === 0) return attendanceWordings.noSchoolHeld;
  const sessions = countPossibleSessions(days);
  return (
    `${pluralize(students.length, 'student')}; ${pluralize(days.length, 'school day')} up to today, ${pluralize(sessions, 'session')}, two a day. ` +
    'Possible, present, absent and excused count sessions; late counts times; percent is of the sessions that were taken. ' +
    notTakenNote(notTaken, sessions) +
    (students.some((student) => student.days.includes(null))
      ? 'A day counts for the class that a student was in on that day.'
      : '')
  );
}
