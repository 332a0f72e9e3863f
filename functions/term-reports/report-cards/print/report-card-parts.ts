import { type Block, decorateBlock, padBlock, tagBlock, verticalSpace } from '#functions/platform/pdf/layout/block.ts';
import { type ParagraphStyle, paragraphBlock } from '#functions/platform/pdf/layout/paragraph.ts';
import { placeSideBySide, type StackedBlock, stackBlocks } from '#functions/platform/pdf/layout/stack.ts';
import { type MarkWord, markWords } from '#shared/marks/mark-words.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { conductGradeMeanings, fieldsOfGroup, nameOnCard, type ReportGroup } from '#shared/term-reports/fields.ts';
import type { BlockOf, CardLayout, StudentFact } from '#shared/term-reports/layouts/card-layout.ts';
import type { Figure } from '#shared/term-reports/layouts/contradictions.ts';
import { factTitles } from '#shared/term-reports/layouts/wordings.ts';
import type { ReportCard } from '../report-card.ts';
import { gradeText } from './grade-text.ts';
import { blockUnlessMissing, runningHeadBlock, spaceAround } from './school-paper.ts';
import { printColours, type ReportCardStyle } from './styles.ts';
import { MISSING_MARK } from './subject-table.ts';

export interface CardSetting {
  style: ReportCardStyle;
  /** Points. */
  width: number;
}

const FORM_NAMES: Record<number, string> = { 6: 'Lower sixth', 7: 'Upper sixth' };

export const titleOfCardPeriod = ({ period }: ReportCard): string =>
  `${period.termTitle}, ${academicYearTitle(period.year)}`;

const dateOrNone = (date: string | null): string => (date === null ? MISSING_MARK : displayDate(date));

/** The document's title, and its term. */
export function titleLineBlock(
  card: ReportCard,
  { style, width, title, isDraft }: CardSetting & { title: string; isDraft: boolean },
): Block {
  const half = width / 2;
  const text = isDraft ? `${title}: DRAFT, not posted` : title;
  return placeSideBySide([
    { x: 0, block: paragraphBlock({ text, style: style.title, width: half, type: 'H1' }) },
    { x: half, block: paragraphBlock({ text: titleOfCardPeriod(card), style: style.period, width: half, type: 'P' }) },
  ]);
}

const factTexts: Record<StudentFact, (card: ReportCard) => string> = {
  studentId: ({ student }) => student.id,
  class: ({ student }) => student.classId,
  form: ({ student }) => FORM_NAMES[student.formLevel] ?? String(student.formLevel),
  dateOfBirth: ({ student }) => dateOrNone(student.dateOfBirth),
  house: ({ student }) => student.house ?? MISSING_MARK,
  termBegan: ({ period }) => dateOrNone(period.termStart),
  termEnded: ({ period }) => dateOrNone(period.termEnd),
  newTermBegins: ({ period }) => dateOrNone(period.newTermBeginning),
};

/** The student's name, and below it the facts of student and term. */
export function studentDetailsBlock(
  card: ReportCard,
  { style, width, facts }: CardSetting & Pick<BlockOf<'student'>, 'facts'>,
): Block {
  return stackBlocks([
    { block: paragraphBlock({ text: card.student.name, style: style.student, width, type: 'H2' }) },
    ...facts.flatMap((row): StackedBlock[] => [
      { block: verticalSpace(5) },
      {
        block: evenly(
          row.map(({ fact, heading }) => ({
            label: heading ?? factTitles[fact],
            text: factTexts[fact](card),
            valueStyle: style.value,
          })),
          { style, width },
        ),
      },
    ]),
  ]);
}

interface Labelled {
  label: string;
  text: string;
  valueStyle: ParagraphStyle;
  note?: string | undefined;
}

/** A small label above its value; screen readers read them as one. */
function labelled({ label, text, valueStyle, note }: Labelled, { style, width }: CardSetting): Block {
  return tagBlock(
    'P',
    stackBlocks([
      { block: paragraphBlock({ text: label, style: style.label, width }) },
      { block: paragraphBlock({ text, style: valueStyle, width }) },
      ...blockUnlessMissing(note, (line) => paragraphBlock({ text: line, style: style.label, width })),
    ]),
  );
}

/** Width of an entry with each of its parts on one line, in points. */
function widthOf({ label, text, valueStyle, note }: Labelled, style: ReportCardStyle): number {
  const small = style.label.font.measureAt(style.label.size);
  const large = valueStyle.font.measureAt(valueStyle.size);
  return Math.max(small.width(label), large.width(text), small.width(note ?? ''));
}

function evenly(entries: readonly Labelled[], { style, width }: CardSetting): Block {
  const gap = 10;
  const step = (width + gap) / entries.length;
  return placeSideBySide(
    entries.map((entry, i) => ({ x: i * step, block: labelled(entry, { style, width: step - gap }) })),
  );
}

/**
 * Average, attendance and conduct in one band. Each figure has the width of its text and an equal share of the
 * remaining room, so that another grade breaks no label.
 */
export function summaryBandBlock(
  { average, attendance, conduct }: ReportCard,
  { style, width, figures: shown, grades }: CardSetting & { figures: readonly Figure[] } & Pick<CardLayout, 'grades'>,
): Block {
  const isIncomplete = average.entered < average.of;
  const figure = (label: string, value: number | string | null): Labelled => ({
    label,
    text: String(value ?? MISSING_MARK),
    valueStyle: style.figure,
  });
  const all: Record<Figure, () => Labelled[]> = {
    average: () => [
      {
        label: 'Average',
        text: average.text === null ? '--' : `${average.text} %`,
        valueStyle: style.average,
        note: isIncomplete ? `${average.entered} of ${average.of} entered` : undefined,
      },
    ],
    attendance: () => [
      figure('Possible attendance', attendance.possible),
      ...factsOf('attendance', attendance).map(({ label, value }) => figure(label, value)),
    ],
    conduct: () => factsOf('conduct', conduct).map(({ label, value }) => figure(label, gradeText(value, grades))),
  };
  const groups = shown.map((name) => all[name]());
  const inset = 10;
  const figures = groups.flat();
  const needed = figures.reduce((sum, entry) => sum + widthOf(entry, style), 0);
  const spare = (width - 2 * inset * groups.length - needed) / figures.length;
  let x = 0;
  const starts: number[] = [];
  const blocks = groups.flatMap((group) => {
    starts.push(x);
    x += inset;
    const placed = group.map((entry) => {
      const own = widthOf(entry, style) + spare;
      x += own;
      return { x: x - own, block: labelled(entry, { style, width: own }) };
    });
    x += inset;
    return placed;
  });
  return decorateBlock(padBlock(placeSideBySide(blocks), spaceAround(6, 5)), ({ page, x: left, top }, height) => {
    page.fill({ x: left, y: top, width, height, colour: printColours.tint });
    for (const start of starts.slice(1)) {
      page.fill({ x: left + start, y: top + 7, width: 0.6, height: height - 14, colour: printColours.hairline });
    }
  });
}

/** The fields of a group that are on the card, with their labels: an old posted copy may lack some. */
export const factsOf = (group: ReportGroup, facts: Readonly<Record<string, number | string | null>>) =>
  fieldsOfGroup(group).flatMap((entry) => {
    const value = facts[nameOnCard(entry)];
    return value === undefined ? [] : [{ ...entry, value }];
  });

const shortTitles = { application: 'App.\u00a0application', conduct: 'Con.\u00a0conduct' } as const;

/**
 * The key to what is short on the card: grade letters, titles of columns and words used as marks. Null where nothing
 * is.
 */
export function gradeKeyBlock(
  card: ReportCard,
  {
    style,
    width,
    grades,
    columns,
    marksInWords,
  }: CardSetting & Pick<CardLayout, 'grades' | 'marksInWords'> & Pick<BlockOf<'subjects'>, 'columns'>,
): Block | null {
  const letters = conductGradeMeanings
    .map(({ grade, meaning }) => `${grade}\u00a0${meaning.replaceAll(' ', '\u00a0')}`)
    .join('   ·   ');
  const isShort = (name: 'application' | 'conduct') =>
    columns.some(({ column, heading }) => column === name && heading === undefined);
  const texts = [
    ...(grades === 'letters' ? [`Grades:   ${letters}`] : []),
    ...(marksInWords === null ? [] : [`Results:   ${keyOfMarks(marksInWords)}`]),
    ...(['application', 'conduct'] as const).filter(isShort).map((name) => shortTitles[name]),
    ...wordKeys(card),
  ];
  return texts.length === 0
    ? null
    : paragraphBlock({ text: texts.join('   ·   '), style: style.key, width, type: 'P' });
}

const keyOfMarks = (marksInWords: NonNullable<CardLayout['marksInWords']>): string =>
  marksInWords.map(({ from, words }) => `${words} from ${from} %`.replaceAll(' ', '\u00a0')).join('   ·   ');

/** Explains the words that are on the card (rule 43). */
function wordKeys({ subjects, absentIsZero = false }: ReportCard): string[] {
  const meanings = {
    Abs: absentIsZero ? 'absent, counted as 0' : 'absent, not counted',
    Ex: 'exempt, not counted',
  } as const satisfies Record<MarkWord, string>;
  return markWords
    .filter((word) => subjects.some(({ course, exam, total }) => [course, exam, total].includes(word)))
    .map((word) => `${word} ${meanings[word]}`.replaceAll(' ', '\u00a0'));
}

/** The running head of a card's later pages: its student and term. */
export function cardRunningHead(card: ReportCard, { style, width }: CardSetting): Block {
  const { student } = card;
  const side = 170;
  const name = paragraphBlock({
    text: `${student.name}, ${student.classId}`,
    style: style.running,
    width: width - side - 10,
  });
  const period = paragraphBlock({
    text: `${titleOfCardPeriod(card)}, continued`,
    style: style.runningNote,
    width: side,
  });
  const line = placeSideBySide([
    { x: 0, block: name },
    { x: width - side, block: period },
  ]);
  return runningHeadBlock(line, { width, below: 8 });
}
