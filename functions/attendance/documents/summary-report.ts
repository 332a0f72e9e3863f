import { verticalSpace } from '#functions/platform/pdf/layout/block.ts';
import { a4Sheet, contentWidth } from '#functions/platform/pdf/layout/flow.ts';
import { paragraphBlock } from '#functions/platform/pdf/layout/paragraph.ts';
import { stackBlocks } from '#functions/platform/pdf/layout/stack.ts';
import { doughnutStyle } from '#shared/attendance/figures.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { levelName } from '#shared/people/form-level.ts';
import { pluralize } from '#shared/pluralize.ts';
import { displayRange } from '#shared/school/display-date.ts';
import { renderSchoolSheet } from '../../term-reports/report-cards/print/school-paper.ts';
import type { SchoolHead } from '../../term-reports/report-cards/report-card.ts';
import type { AttendanceSummary, SummaryFigures } from '../reports/summary.ts';
import { chartRowBlock, notTakenNote, percentText, textTableBlock } from './sheet-text.ts';

const sheet = a4Sheet({ top: 34, right: 40, bottom: 38, left: 40 });
const figure = 62;
const columns = [
  { title: 'Form and class', width: contentWidth(sheet) - 6 * figure, isName: true },
  ...['Attended', 'Of', '%', 'Excused', 'Late', 'Not taken'].map((title) => ({ title, width: figure, isNumber: true })),
];

/**
 * Prints the school's attendance: charts of the school, of lateness and of each form level, and the figures by class.
 */
export function renderSummaryReport(options: {
  school: SchoolHead;
  summary: AttendanceSummary;
  printedAt: Date;
}): Uint8Array {
  const { school, summary, printedAt } = options;
  const { forms, school: whole } = summary;
  const charts = [
    { title: 'School attendance', part: whole.attended, whole: whole.total, colour: doughnutStyle.attended },
    { title: 'Late, of those who came', part: whole.late, whole: whole.came, colour: doughnutStyle.late },
  ];
  const byForm = forms.map(({ formLevel, attended, total }) => ({
    title: levelName(formLevel),
    part: attended,
    whole: total,
    colour: doughnutStyle.attended,
  }));
  return renderSchoolSheet({
    school,
    printedAt,
    title: 'Attendance summary',
    about: displayRange(summary),
    sheet,
    parts: [
      {
        bookmark: 'Attendance summary',
        note: null,
        body: (style, width) =>
          stackBlocks([
            { block: paragraphBlock({ text: explanation(summary), style: style.note, width, type: 'P' }) },
            { block: verticalSpace(10) },
            { block: chartRowBlock(charts, { style, width, radius: 38 }) },
            { block: verticalSpace(10) },
            { block: chartRowBlock(byForm, { style, width, radius: 24 }) },
            { block: verticalSpace(12) },
            {
              block: textTableBlock(
                columns,
                [
                  ...forms.flatMap(({ formLevel, classes, ...own }) => [
                    { cells: figureCells(levelName(formLevel), own), isStrong: true },
                    ...classes.map(({ classId, ...ofClass }) => ({ cells: figureCells(`   ${classId}`, ofClass) })),
                  ]),
                  { cells: figureCells('School', whole), isStrong: true },
                ],
                style,
              ),
            },
          ]),
      },
    ],
  });
}

const figureCells = (title: string, { attended, taken, excused, late, notTaken }: SummaryFigures): string[] => [
  title,
  attended.toLocaleString('en'),
  taken.toLocaleString('en'),
  percentText(attended, taken),
  excused.toLocaleString('en'),
  late.toLocaleString('en'),
  notTaken.toLocaleString('en'),
];

function explanation({ days, school: { notTaken, sessions } }: AttendanceSummary): string {
  if (days.length === 0) return attendanceWordings.noSchoolHeld;
  return (
    `${pluralize(days.length, 'school day')} up to today, two sessions a day. Attended and excused count sessions of students, late counts times. ` +
    notTakenNote(notTaken, sessions)
  );
}
