import type { SheetCellValue } from '#functions/platform/xlsx/safe-cell.ts';
import { renderWorkbook, type SheetColumn, type Workbook } from '#functions/platform/xlsx/write-workbook.ts';
import type { LevelFigures, SubjectFigures } from '#shared/options/district/figures-file.ts';
import { levelName } from '#shared/people/form-level.ts';
import type { MergedFigures, MergedGroup } from './merge.ts';
import type { ReadFiles } from './read-files.ts';

/** What the outputs are made of. */
export interface DistrictReport extends ReadFiles {
  /** "Term 1, 2025-2026". */
  title: string;
  figures: MergedFigures;
  madeAt: Date;
}

const hidden = 'hidden';
const text = (width: number): SheetColumn => ({ width, format: 'text' });
const number: SheetColumn = { width: 13 };

/** Six sheets: schools, the district by form and by subject, the schools by form and by subject, what is missing. */
export function renderDistrictWorkbook(report: DistrictReport): Promise<Uint8Array> {
  const { merged, figures } = report;
  return renderWorkbook({ creator: 'District', madeAt: report.madeAt }, async (workbook) => {
    await addSheet(workbook, report, {
      name: 'Schools',
      note: 'Each school as its file has it.',
      columns: [text(36), text(14), ...ofLevel.map(() => number), text(10), text(20), text(26), number, number],
      headings: ['School', 'Code', ...levelHeadings, 'State', 'Made (UTC)', 'Key', 'File', 'Hidden groups'],
      rows: merged.map(({ content, fingerprint }) => [
        ...[content.school.name, content.school.code, ...cellsOf(content.school_figures, ofLevel)],
        ...[content.state, content.made_at.slice(0, 16).replace('T', ' '), fingerprint, content.number],
        countHidden(content),
      ]),
    });
    await addSheet(workbook, report, {
      name: 'District by form',
      note: mergedNote,
      columns: [text(14), ...mergedColumns],
      headings: ['Form', ...mergedHeadings('Attendance %', 'Remarks entered %')],
      rows: [
        ...figures.levels.map(({ level, group }) => [levelName(level), ...mergedCells(group)]),
        ['All schools', ...mergedCells(figures.school)],
      ],
    });
    await addSheet(workbook, report, {
      name: 'District by subject',
      note: mergedNote,
      columns: [text(32), text(14), ...mergedColumns.slice(1)],
      headings: ['Subject', 'Form', ...mergedHeadings(null, 'Comments entered %')],
      rows: figures.subjects.flatMap(({ title, all, levels }) => [
        ...levels.map(({ level, group }) => [title, levelName(level), ...mergedCells(group, 'subject')]),
        [title, 'All forms', ...mergedCells(all, 'subject')],
      ]),
    });
    await addSheet(workbook, report, {
      name: 'Schools by form',
      note: 'Groups of fewer than ten students are hidden, with those from which they could be computed.',
      columns: [text(36), text(14), ...ofLevel.map(() => number)],
      headings: ['School', 'Form', ...levelHeadings],
      rows: merged.flatMap(({ content }) =>
        content.levels.map(({ level, figures: of }) => [
          content.school.name,
          levelName(level),
          ...cellsOf(of, ofLevel),
        ]),
      ),
    });
    await addSheet(workbook, report, {
      name: 'Schools by subject',
      note: 'Groups of fewer than ten students are hidden, with those from which they could be computed.',
      columns: [text(36), text(32), text(14), ...ofSubject.map(() => number)],
      headings: ['School', 'Subject', 'Form', ...ofSubject.map(([title]) => title)],
      rows: merged.flatMap(({ content }) =>
        content.subjects.flatMap(({ title, figures: all, levels }) => [
          ...levels.map(({ level, figures: of }) => [
            ...[content.school.name, title, levelName(level)],
            ...cellsOf(of, ofSubject),
          ]),
          [content.school.name, title, 'All forms', ...cellsOf(all, ofSubject)],
        ]),
      ),
    });
    await addSheet(workbook, report, {
      name: 'Not merged',
      note: 'Files that were refused, and schools of the list without a file.',
      columns: [text(44), text(100)],
      headings: ['File or school', 'Why'],
      rows: [
        ...report.refused.map(({ file, reason }) => [file, reason]),
        ...report.missing.map(({ name, code }) => [`${name} (${code})`, 'No file of this term.']),
      ],
    });
  });
}

interface Sheet {
  name: string;
  note: string;
  columns: readonly SheetColumn[];
  headings: readonly string[];
  rows: readonly (readonly SheetCellValue[])[];
}

async function addSheet(workbook: Workbook, { title }: DistrictReport, { name, note, columns, headings, rows }: Sheet) {
  const sheet = workbook.sheet({ name, columns, frozen: { rows: 4, columns: 1 }, isLandscape: true });
  sheet.row([`${name}, ${title}`], 'title');
  sheet.row([note], 'note');
  sheet.row([]);
  sheet.row(headings, 'heading');
  for (const row of rows) sheet.row(row);
  if (rows.length === 0) sheet.row(['Nothing'], 'note');
  await sheet.end();
}

type Column<F> = readonly [title: string, of: (figures: F) => number | null];
const ofLevel: readonly Column<LevelFigures>[] = [
  ['Students', ({ students }) => students],
  ['Average %', ({ average }) => average],
  ['Attendance %', ({ attendance }) => attendance],
  ['Marks entered %', ({ marks_entered }) => marks_entered],
  ['Remarks entered %', ({ remarks_entered }) => remarks_entered],
];
const ofSubject: readonly Column<SubjectFigures>[] = [
  ['Students', ({ students }) => students],
  ['Average %', ({ average }) => average],
  ['Marks entered %', ({ marks_entered }) => marks_entered],
  ['Comments entered %', ({ comments_entered }) => comments_entered],
];
const levelHeadings = ofLevel.map(([title]) => title);

const cellsOf = <F>(figures: F | null, columns: readonly Column<F>[]): (number | string | null)[] =>
  columns.map(([, of]) => (figures === null ? hidden : of(figures)));

const countHidden = ({ school_figures, levels, subjects }: DistrictReport['merged'][number]['content']): number =>
  [school_figures, ...levels.map(({ figures }) => figures)]
    .concat(subjects.flatMap(({ figures, levels: of }) => [figures, ...of.map((one) => one.figures)]) as never[])
    .filter((figures) => figures === null).length;

const mergedNote =
  'Sums and means, by the number of students, of what the schools’ files show. What a school hides is in no figure.';
const mergedColumns = Array.from({ length: 7 }, () => number);
const mergedHeadings = (attendance: string | null, texts: string): string[] => [
  ...['Students', 'Average %', ...(attendance === null ? [] : [attendance]), 'Marks entered %', texts],
  ...['Schools', 'Schools that hide it'],
];

const mergedCells = (group: MergedGroup, of: 'form' | 'subject' = 'form'): (number | null)[] => [
  ...[group.students, group.average, ...(of === 'form' ? [group.attendance] : [])],
  ...[group.marksEntered, group.textsEntered, group.shown, group.hidden],
];
