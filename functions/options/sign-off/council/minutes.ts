import type { ClassCouncil, CouncilStudent } from '#shared/options/sign-off/council/calls.ts';
import { splitNames, toPlanDecision } from '#shared/options/sign-off/council/limits.ts';
import { councilTitle } from '#shared/options/sign-off/council/menu-wordings.ts';
import { councilWordings as say } from '#shared/options/sign-off/council/wordings.ts';
import { studentNameApart } from '#shared/people/shared-names.ts';
import { pluralize } from '#shared/pluralize.ts';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { decisionText } from '#shared/school/promotion.ts';
import { studentWordings } from '#shared/students/wordings.ts';
import { type Block, decorateBlock, keepTogether, verticalSpace } from '../../../platform/pdf/layout/block.ts';
import { paragraphBlock } from '../../../platform/pdf/layout/paragraph.ts';
import { placeSideBySide, type StackedBlock, stackBlocks } from '../../../platform/pdf/layout/stack.ts';
import { type TableBlockCell, tableBlock } from '../../../platform/pdf/layout/table-block.ts';
import { printingDate, renderSchoolSheet } from '../../../term-reports/report-cards/print/school-paper.ts';
import {
  portraitSheet,
  printColours,
  type SheetStyle,
  sheetTableStyle,
} from '../../../term-reports/report-cards/print/styles.ts';
import type { SchoolHead } from '../../../term-reports/report-cards/report-card.ts';

export interface MinutesOf {
  school: SchoolHead & { terms: readonly { id: number; title: string }[] };
  council: ClassCouncil;
  printedAt: Date;
}

/** Prints the minutes of a class council as a tagged PDF on upright A4. */
export function renderMinutes({ school, council, printedAt }: MinutesOf): Uint8Array {
  const { class_id: classId, year, term } = council;
  const name = `${councilTitle} ${classId}`;
  return renderSchoolSheet({
    school,
    printedAt,
    title: name,
    about: `${schoolFileTermTitle(school.terms, term)}, ${academicYearTitle(year)}`,
    sheet: portraitSheet,
    parts: [
      {
        bookmark: name,
        note: null,
        body: (style, width) =>
          stackBlocks([
            ...meetingBlocks(council, { style, width }),
            { block: verticalSpace(10) },
            { block: studentsBlock(council, { style, width, timeZone: school.timeZone }) },
            { block: signaturesBlock({ style, width }) },
          ]),
      },
    ],
  });
}

interface Sizes {
  style: SheetStyle;
  width: number;
}

const labelWidth = 92;

/** When it was, who was there, and what was said of the class. What nobody typed says so. */
function meetingBlocks({ meeting, students }: ClassCouncil, { style, width }: Sizes): StackedBlock[] {
  const { held_on: heldOn, present, others, remarks } = meeting;
  const names = splitNames(present);
  const lines: readonly (readonly [string, string])[] = [
    [say.heldOn, heldOn === null ? say.unsaid : displayDate(heldOn)],
    [say.present, names.length === 0 ? say.unsaid : names.join(', ')],
    ...(others === null ? [] : [[say.others, others] as const]),
    ['Students', summaryOf(students)],
    ...(remarks === null ? [] : [[say.remarks, remarks] as const]),
  ];
  return lines.flatMap(([label, text]) => [
    {
      block: placeSideBySide([
        { x: 0, block: paragraphBlock({ text: label, style: style.listName, width: labelWidth, type: 'P' }) },
        { x: labelWidth, block: paragraphBlock({ text, style: style.listText, width: width - labelWidth, type: 'P' }) },
      ]),
    },
    { block: verticalSpace(3) },
  ]);
}

/** "31 students, 2 of whom left. 12 notes, 29 decisions." */
function summaryOf(students: readonly CouncilStudent[]): string {
  const count = (is: (one: CouncilStudent) => boolean) => students.filter(is).length;
  const left = count((one) => one.left !== undefined);
  const notes = count(({ note }) => note !== null);
  const decided = count(({ decision }) => decision !== null);
  return [
    `${pluralize(students.length, 'student')}${left === 0 ? '' : `, ${left} of whom left in the term`}.`,
    `${pluralize(notes, 'note')}, ${pluralize(decided, 'decision')}.`,
  ].join(' ');
}

const padding = { horizontal: 4, vertical: 2.4 };

const columns = [
  { title: 'Student', share: 22 },
  { title: 'Average %', share: 8, isNumber: true },
  { title: 'Term before', share: 8, isNumber: true },
  { title: 'Place', share: 6, isNumber: true },
  { title: 'Absent', share: 7, isNumber: true },
  { title: say.decision, share: 16 },
  { title: 'Note', share: 33 },
] as const;

function studentsBlock(
  { class_id: classId, students }: ClassCouncil,
  { style, width, timeZone }: Sizes & { timeZone: string },
): Block {
  if (students.length === 0) return paragraphBlock({ text: say.nobody, style: style.listText, width, type: 'P' });
  const plan = columns.map(({ share }) => ({ width: (share / 100) * width }));
  const widthOf = (column: number) => (plan[column]?.width ?? 0) - 2 * padding.horizontal;
  const cell = (column: number, text: string, name: keyof SheetStyle, isHeading = false): TableBlockCell => ({
    block: paragraphBlock({
      text,
      style: style[name],
      width: widthOf(column),
    }),
    ...(isHeading ? { isHeading: true } : {}),
  });
  const nameOf = studentNameApart(students);
  return tableBlock({
    columns: plan,
    head: columns.map((column, index) =>
      cell(index, column.title, 'isNumber' in column ? 'columnTitleRight' : 'columnTitle', true),
    ),
    rows: students.map((student) => {
      const { average, before, rank, times_absent: absent, left, note } = student;
      const name = left === undefined ? nameOf(student) : `${nameOf(student)}\n${studentWordings.left(left)}`;
      return [
        cell(0, name, 'listName', true),
        cell(1, average ?? '', 'listNumber'),
        cell(2, before?.average ?? '', 'listNumber'),
        cell(3, rank === null ? '' : String(rank), 'listNumber'),
        cell(4, absent === null ? '' : String(absent), 'listNumber'),
        { block: decisionBlock(student, { style, width: widthOf(5), classId, timeZone }) },
        cell(6, note ?? '', 'listText'),
      ];
    }),
    style: { ...sheetTableStyle, padding },
  });
}

/** With its author and its day: the plan is the year's, and a decision may be later than the council. */
function decisionBlock(
  { decision, decided }: CouncilStudent,
  { style, width, classId, timeZone }: Sizes & { classId: string; timeZone: string },
): Block {
  if (decision === null || decided === null) return verticalSpace(0);
  const { from_class: from, by, at } = decided;
  const text = `${decisionText(toPlanDecision(decision), from)}${from === classId ? '' : `, decided in ${from}`}`;
  const who = `${by}\n${printingDate(new Date(at), timeZone)}`;
  return stackBlocks([
    { block: paragraphBlock({ text, style: style.listText, width }) },
    { block: paragraphBlock({ text: who, style: style.note, width }) },
  ]);
}

const signatories = ['Chair of the council', 'Minutes by', 'Date'] as const;

/** Lines to sign on, with room above to write. They stay together. */
function signaturesBlock({ style, width }: Sizes): Block {
  const gap = 24;
  const column = (width - (signatories.length - 1) * gap) / signatories.length;
  const line = (label: string): Block =>
    stackBlocks([
      {
        block: decorateBlock(verticalSpace(44), ({ page, x, top }, height) =>
          page.fill({ x, y: top + height - 0.6, width: column, height: 0.6, colour: printColours.ink }),
        ),
      },
      { block: verticalSpace(3) },
      { block: paragraphBlock({ text: label, style: style.note, width: column, type: 'P' }) },
    ]);
  return keepTogether(
    placeSideBySide(signatories.map((label, index) => ({ x: index * (column + gap), block: line(label) }))),
  );
}
