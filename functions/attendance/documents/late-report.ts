import { verticalSpace } from '#functions/platform/pdf/layout/block.ts';
import { a4Sheet, contentWidth } from '#functions/platform/pdf/layout/flow.ts';
import { paragraphBlock } from '#functions/platform/pdf/layout/paragraph.ts';
import { stackBlocks } from '#functions/platform/pdf/layout/stack.ts';
import { pluralize } from '#shared/pluralize.ts';
import { displayDate, displayRange } from '#shared/school/display-date.ts';
import { renderSchoolSheet } from '../../term-reports/report-cards/print/school-paper.ts';
import type { SchoolHead } from '../../term-reports/report-cards/report-card.ts';
import type { LateList } from '../reports/read-late-list.ts';
import { textTableBlock } from './sheet-text.ts';

const sheet = a4Sheet({ top: 34, right: 40, bottom: 38, left: 40 });
const all = contentWidth(sheet);
const columns = [
  { title: 'Date', width: 84 },
  { title: 'Class', width: 54 },
  { title: 'Student', width: all - 84 - 54 - 80 - 70 - 60, isName: true },
  { title: 'Student ID', width: 80 },
  { title: 'Time in', width: 70, isNumber: true },
  { title: 'Times late', width: 60, isNumber: true },
];

/** Prints who was late, day by day. */
export function renderLateReport(options: { school: SchoolHead; late: LateList; printedAt: Date }): Uint8Array {
  const { school, late, printedAt } = options;
  return renderSchoolSheet({
    school,
    printedAt,
    title: 'Late List',
    about: displayRange(late),
    sheet,
    parts: [
      {
        bookmark: 'Late List',
        note: null,
        body: (style, width) =>
          stackBlocks([
            { block: paragraphBlock({ text: explanation(late), style: style.note, width, type: 'P' }) },
            { block: verticalSpace(5) },
            {
              block: textTableBlock(
                columns,
                late.rows.map(({ date, classId, name, studentId, timeIn, times }) => ({
                  cells: [displayDate(date), classId, name, studentId, timeIn?.slice(0, 5) ?? '–', String(times)],
                })),
                style,
              ),
            },
          ]),
      },
    ],
  });
}

const explanation = ({ rows, students }: LateList): string =>
  rows.length === 0
    ? 'Nobody was late.'
    : `${pluralize(rows.length, 'time')} late, ${pluralize(students, 'student')}. Times late counts from the first day of the list.`;
