import { displayCode } from '#shared/options/signed-cards/signed-card.ts';
import { earlierAttendanceFigures, earlierAttendanceTitles } from '#shared/options/transcripts/earlier-marks.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { type Block, verticalSpace } from '../../../platform/pdf/layout/block.ts';
import { type ParagraphStyle, paragraphBlock } from '../../../platform/pdf/layout/paragraph.ts';
import type { StackedBlock } from '../../../platform/pdf/layout/stack.ts';
import { type TableBlockCell, tableBlock } from '../../../platform/pdf/layout/table-block.ts';
import type { DocumentContent } from '../document-content.ts';
import type { TranscriptTerm } from '../transcript.ts';
import { type OfficialStyle, officialTableStyle } from './official-style.ts';
import { studentFactsBlock } from './student-facts.ts';

interface Setting {
  style: OfficialStyle;
  width: number;
  cells: CellTexts;
}

/** Sets the text of a cell. */
export type CellTexts = (text: string, style: ParagraphStyle, width: number) => Block;

/**
 * Sets texts of cells, each once in a document: subjects and marks are the same on most transcripts of a class, and
 * setting them takes most of the time. Their blocks belong to no element of the structure, so that they can be drawn
 * anywhere.
 */
export function createCellTexts(): CellTexts {
  const known = new Map<ParagraphStyle, Map<string, Block>>();
  return (text, style, width) => {
    const ofStyle = known.get(style) ?? new Map<string, Block>();
    known.set(style, ofStyle);
    const key = `${width} ${text}`;
    const block = ofStyle.get(key) ?? paragraphBlock({ text, style, width });
    ofStyle.set(key, block);
    return block;
  };
}

/** What is printed where a mark is missing. */
const missing = '–';

/** The letter beside each mark of a source of earlier marks. */
type Letters = ReadonlyMap<string, string>;

/** A transcript: the student, a table for each academic year with a column for each term, and where marks are from. */
export function transcriptBlocks({ student, terms }: DocumentContent, setting: Setting): StackedBlock[] {
  const letters = lettersOfSources(terms);
  const years = [...Map.groupBy(terms, ({ year }) => year)];
  return [
    { block: studentFactsBlock(student, setting) },
    { block: verticalSpace(10) },
    ...years.flatMap(([year, ofYear]): StackedBlock[] => [
      { block: yearHeading(year, ofYear, setting), keepWithNext: true },
      { block: yearTable(year, ofYear, { letters, ...setting }) },
      { block: verticalSpace(9) },
    ]),
    ...notesBelow(terms, letters).map((text) => ({
      block: paragraphBlock({ text, style: setting.style.note, width: setting.width, type: 'P' as const }),
    })),
  ];
}

/** "a", "b", … in the order of the transcript. */
function lettersOfSources(terms: readonly TranscriptTerm[]): Letters {
  const sources = new Set(
    terms.flatMap(({ subjects, attendance }) => [
      ...subjects.flatMap(({ source }) => source ?? []),
      ...(attendance ? [attendance.source] : []),
    ]),
  );
  return new Map([...sources].map((source, index) => [source, letterOf(index)]));
}

const letterOf = (index: number): string =>
  index < 26 ? String.fromCharCode(97 + index) : `${letterOf(Math.floor(index / 26) - 1)}${letterOf(index % 26)}`;

function yearHeading(year: number, terms: readonly TranscriptTerm[], { style, width }: Setting): Block {
  const classes = [...new Set(terms.flatMap(({ classId }) => classId ?? []))];
  const text = [academicYearTitle(year), ...(classes.length > 0 ? [classes.join(', ')] : [])].join('   ·   ');
  return paragraphBlock({ text, style: style.year, width, type: 'H3' });
}

function yearTable(
  year: number,
  terms: readonly TranscriptTerm[],
  { letters, style, width, cells }: Setting & { letters: Letters },
): Block {
  const ofTerm = 92;
  const first = width - terms.length * ofTerm;
  const padding = 2 * officialTableStyle.padding.horizontal;
  const text = (value: string, of: ParagraphStyle, room: number) => cells(value, of, room - padding);
  const cell = (value: string, of: ParagraphStyle): TableBlockCell => ({ block: text(value, of, ofTerm) });
  const row = (title: string, of: ParagraphStyle, others: readonly TableBlockCell[]): TableBlockCell[] => [
    { block: text(title, of, first), isHeading: true },
    ...others,
  ];
  const marks = terms.map(
    ({ subjects }) =>
      new Map(
        subjects.map(({ title, mark, source }) => [
          title,
          `${mark ?? missing}${source === null ? '' : ` ${letters.get(source)}`}`,
        ]),
      ),
  );
  const titles = [...new Set(terms.flatMap(({ subjects }) => subjects.map(({ title }) => title)))].sort((a, b) =>
    a.localeCompare(b, 'en'),
  );
  const some = (has: (term: TranscriptTerm) => boolean, rows: TableBlockCell[][]) => (terms.some(has) ? rows : []);
  return tableBlock({
    columns: [{ width: first }, ...terms.map(() => ({ width: ofTerm }))],
    head: [
      // With the year: the head is printed again where the table goes on, on a page without the heading.
      { block: text(`Subject, ${academicYearTitle(year)}`, style.column, first), isHeading: true },
      ...terms.map(({ title, source }) => ({
        block: text(source === 'earlier' ? `${title}, earlier records` : title, style.columnCentred, ofTerm),
        isHeading: true,
      })),
    ],
    rows: [
      ...titles.map((title) =>
        row(
          title,
          style.subject,
          marks.map((ofTitle) => cell(ofTitle.get(title) ?? '', style.mark)),
        ),
      ),
      ...some(
        ({ average }) => average !== null,
        [
          row(
            'Average %',
            style.averageTitle,
            terms.map(({ average }) => cell(average ?? missing, style.average)),
          ),
        ],
      ),
      ...earlierAttendanceFigures.flatMap((figure) =>
        some(
          ({ attendance }) => (attendance?.[figure] ?? null) !== null,
          [
            row(
              earlierAttendanceTitles[figure],
              style.subject,
              terms.map(({ attendance }) => cell(figureText(attendance, figure, letters), style.mark)),
            ),
          ],
        ),
      ),
      ...some(
        ({ code }) => code !== null,
        [
          row(
            'Code of the report card',
            style.note,
            terms.map(({ code }) => cell(code === null ? '' : displayCode(code.text), style.code)),
          ),
        ],
      ),
    ],
    style: officialTableStyle,
  });
}

/** A figure of attendance with the letter of its source. */
function figureText(
  attendance: TranscriptTerm['attendance'],
  figure: (typeof earlierAttendanceFigures)[number],
  letters: Letters,
): string {
  const value = attendance?.[figure] ?? null;
  return attendance && value !== null ? `${value} ${letters.get(attendance.source)}` : '';
}

function notesBelow(terms: readonly TranscriptTerm[], letters: Letters): string[] {
  const posted = terms.filter(({ source }) => source === 'posted').length;
  return [
    ...(posted > 0
      ? [
          'Marks are the totals, in percent, of the report cards as they were posted. A dash is a mark that was not entered.',
        ]
      : []),
    ...[...new Set(terms.flatMap(({ code }) => (code === null ? [] : [new URL(code.at).host])))].map(
      (host) => `A report card with a code can be checked with it at ${host}.`,
    ),
    ...[...letters].map(([source, letter]) => `${letter}: earlier records, not of this system (${source})`),
  ];
}
