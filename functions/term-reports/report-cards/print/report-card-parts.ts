import {
  type Block,
  decorateBlock,
  keepTogether,
  padBlock,
  tagBlock,
  verticalSpace,
} from '#functions/platform/pdf/layout/block.ts';
import { type ParagraphStyle, paragraphBlock } from '#functions/platform/pdf/layout/paragraph.ts';
import { placeSideBySide, type StackedBlock, stackBlocks } from '#functions/platform/pdf/layout/stack.ts';
import { type MarkWord, markWords } from '#shared/marks/mark-words.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { conductGradeMeanings, fieldsOfGroup, nameOnCard, type ReportGroup } from '#shared/term-reports/fields.ts';
import { termReportScreenWordings } from '#shared/term-reports/wordings.ts';
import type { ReportCard, ReportCardMusic } from '../report-card.ts';
import { blockUnlessMissing, runningHeadBlock, spaceAround } from './school-paper.ts';
import { printColours, type ReportCardStyle } from './styles.ts';
import { MISSING_MARK } from './subject-table.ts';

interface Setting {
  style: ReportCardStyle;
  /** Points. */
  width: number;
}

const FORM_NAMES: Record<number, string> = { 6: 'Lower sixth', 7: 'Upper sixth' };

export const titleOfCardPeriod = ({ period }: ReportCard): string =>
  `${period.termTitle}, ${academicYearTitle(period.year)}`;

const dateOrNone = (date: string | null): string => (date === null ? MISSING_MARK : displayDate(date));

/** The document's title, and its term. */
export function titleLineBlock(card: ReportCard, { style, width, isDraft }: Setting & { isDraft: boolean }): Block {
  const half = width / 2;
  const text = isDraft ? 'Term report: DRAFT, not posted' : 'Term report';
  return placeSideBySide([
    { x: 0, block: paragraphBlock({ text, style: style.title, width: half, type: 'H1' }) },
    { x: half, block: paragraphBlock({ text: titleOfCardPeriod(card), style: style.period, width: half, type: 'P' }) },
  ]);
}

/** The student's name, and below it the facts of student and term. */
export function studentDetailsBlock({ student, period }: ReportCard, { style, width }: Setting): Block {
  const form = FORM_NAMES[student.formLevel] ?? String(student.formLevel);
  const rows = [
    [
      { label: 'Student ID', text: student.id },
      { label: 'Class', text: student.classId },
      { label: 'Form', text: form },
      { label: 'Date of birth', text: dateOrNone(student.dateOfBirth) },
    ],
    [
      { label: 'House', text: student.house ?? MISSING_MARK },
      { label: 'Term began', text: dateOrNone(period.termStart) },
      { label: 'Term ended', text: dateOrNone(period.termEnd) },
      { label: termReportScreenWordings.newTermBegins, text: dateOrNone(period.newTermBeginning) },
    ],
  ];
  return stackBlocks([
    { block: paragraphBlock({ text: student.name, style: style.student, width, type: 'H2' }) },
    ...rows.flatMap((row): StackedBlock[] => [
      { block: verticalSpace(5) },
      {
        block: evenly(
          row.map((entry) => ({ ...entry, valueStyle: style.value })),
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
function labelled({ label, text, valueStyle, note }: Labelled, { style, width }: Setting): Block {
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

function evenly(entries: readonly Labelled[], { style, width }: Setting): Block {
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
export function summaryBandBlock({ average, attendance, conduct }: ReportCard, { style, width }: Setting): Block {
  const isIncomplete = average.entered < average.of;
  const figure = (label: string, value: number | string | null): Labelled => ({
    label,
    text: String(value ?? MISSING_MARK),
    valueStyle: style.figure,
  });
  const groups: Labelled[][] = [
    [
      {
        label: 'Average',
        text: average.text === null ? '--' : `${average.text} %`,
        valueStyle: style.average,
        note: isIncomplete ? `${average.entered} of ${average.of} entered` : undefined,
      },
    ],
    [
      figure('Possible attendance', attendance.possible),
      ...factsOf('attendance', attendance).map(({ label, value }) => figure(label, value)),
    ],
    factsOf('conduct', conduct).map(({ label, value }) => figure(label, value)),
  ];
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
const factsOf = (group: ReportGroup, facts: Readonly<Record<string, number | string | null>>) =>
  fieldsOfGroup(group).flatMap((entry) => {
    const value = facts[nameOnCard(entry)];
    return value === undefined ? [] : [{ ...entry, value }];
  });

/** The key to grade letters, short column titles and words used as marks. */
export function gradeKeyBlock(card: ReportCard, { style, width }: Setting): Block {
  const grades = conductGradeMeanings
    .map(({ grade, meaning }) => `${grade}\u00a0${meaning.replaceAll(' ', '\u00a0')}`)
    .join('   ·   ');
  const text = [`Grades:   ${grades}`, 'App.\u00a0application', 'Con.\u00a0conduct', ...wordKeys(card)].join('   ·   ');
  return paragraphBlock({ text, style: style.key, width, type: 'P' });
}

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

export function coCurricularBlock(activities: readonly string[], { style, width }: Setting): Block {
  return headed(
    'Co-curricular activities',
    [paragraphBlock({ text: activities.join(', '), style: style.remark, width, type: 'P' })],
    {
      style,
      width,
    },
  );
}

export function musicBlock(music: ReportCardMusic, { style, width }: Setting): Block {
  const facts = factsOf('music', music)
    .filter(({ kind }) => kind !== 'remark')
    .map(({ label, value }) => `${label} ${value ?? MISSING_MARK}`.replaceAll(' ', '\u00a0'));
  const blocks = [paragraphBlock({ text: facts.join('   ·   '), style: style.remark, width, type: 'P' })];
  if (music.comment) blocks.push(paragraphBlock({ text: music.comment, style: style.remark, width, type: 'P' }));
  return headed('Music', blocks, { style, width });
}

export function remarkBlock(title: string, text: string, { style, width }: Setting): Block {
  return headed(title, [paragraphBlock({ text, style: style.remark, width, type: 'P' })], { style, width });
}

function headed(title: string, blocks: readonly Block[], { style, width }: Setting): Block {
  return stackBlocks([
    { block: paragraphBlock({ text: title, style: style.heading, width, type: 'H3' }), keepWithNext: true },
    ...blocks.map((block) => ({ block })),
  ]);
}

/** Lines to sign on, with the name where the post is filled. */
export function signatureLinesBlock({ signatories }: ReportCard, { style, width }: Setting): Block {
  const entries = [
    { post: 'Form teacher', name: signatories.formTeacher },
    { post: 'Dean', name: signatories.dean },
    { post: 'Principal', name: signatories.principal },
    { post: 'Parent or guardian', name: null },
  ];
  const gap = 18;
  const step = (width + gap) / entries.length;
  const lines = entries.map(({ post, name }, i) => {
    const inner = step - gap;
    const below = stackBlocks([
      ...blockUnlessMissing(name, (text) => paragraphBlock({ text, style: style.signatory, width: inner })),
      { block: paragraphBlock({ text: post, style: style.label, width: inner }) },
    ]);
    const signed = decorateBlock(padBlock(tagBlock('P', below), spaceAround(3, 0)), ({ page, x, top }) =>
      page.fill({ x, y: top, width: inner, height: 0.6, colour: printColours.ink }),
    );
    return { x: i * step, block: signed };
  });
  return keepTogether(padBlock(placeSideBySide(lines), spaceAround(32, 0)));
}

/** The running head of a card's later pages: its student and term. */
export function cardRunningHead(card: ReportCard, { style, width }: Setting): Block {
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
