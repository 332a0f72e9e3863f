/** The columns of a sheet of earlier marks. */
export const earlierColumns = ['student_id', 'year', 'term', 'subject', 'mark', 'source'] as const;
export type EarlierColumn = (typeof earlierColumns)[number];

export const columnTitles: Readonly<Record<EarlierColumn, string>> = {
  student_id: 'Student ID',
  year: 'Year',
  term: 'Term',
  subject: 'Subject',
  mark: 'Mark',
  source: 'Source',
};

/** The id in the template's example, which is passed over. */
export const exampleId = 'EXAMPLE';

/** The sheet of the template that explains the columns. */
export const notesSheet = 'Notes';

const others: Readonly<Record<string, EarlierColumn>> = {
  id: 'student_id',
  'student no': 'student_id',
  'student number': 'student_id',
  'academic year': 'year',
  'school year': 'year',
  'subject title': 'subject',
  marks: 'mark',
  grade: 'mark',
  total: 'mark',
  'where from': 'source',
};

const byTitle = new Map(earlierColumns.map((column) => [columnTitles[column].toLowerCase(), column]));

/** The column of a heading, in small or capital letters; undefined for a heading of another. */
export function columnOfHeading(heading: string): EarlierColumn | undefined {
  const written = heading.toLowerCase().replaceAll(/[.:*]/g, '').replaceAll(/\s+/g, ' ').trim();
  return byTitle.get(written) ?? (Object.hasOwn(others, written) ? others[written] : undefined);
}
