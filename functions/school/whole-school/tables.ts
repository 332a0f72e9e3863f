import { PassThrough } from 'node:stream';
import type { SheetCellValue } from '../../platform/xlsx/safe-cell.ts';
import { writeWorkbook } from '../../platform/xlsx/write-workbook.ts';
import type { RecordSchema } from './record-kind.ts';

/** Rows of a sheet beside its heading: Excel has 1,048,576. */
const rowsOfSheet = 1_000_000;
/** Rows between two pauses, in which what was written leaves the memory. */
const rowsAtOnce = 200;

/** Columns that stand before the others, as people look for them. */
const firstColumns = [
  ...['studentId', 'employeeId', 'subjectId', 'year', 'term', 'date', 'classId', 'formLevel'],
  ...['lastName', 'firstName', 'name', 'title'],
];

/** `firstName` as `First name`. */
const headingOf = (attribute: string): string => {
  const words = attribute.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Attributes of the schema that a cell can show, the known ones first. */
function columnsOf({ properties = {} }: RecordSchema): string[] {
  const place = (name: string) => (firstColumns.includes(name) ? firstColumns.indexOf(name) : firstColumns.length);
  return Object.keys(properties).sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

/** What a cell shows of a value: lists and objects as their JSON. */
function cellOf(value: unknown): SheetCellValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  return JSON.stringify(value);
}

/** A workbook of a kind's records, in pieces: one sheet, or as many as Excel needs. */
export function renderTable(
  records: AsyncIterable<Record<string, unknown>>,
  {
    title,
    schema,
    creator,
    madeAt,
  }: {
    title: string;
    schema: RecordSchema;
    creator: string;
    madeAt: Date;
  },
): AsyncIterable<Uint8Array> {
  const stream = new PassThrough();
  const columns = columnsOf(schema);
  const build = writeWorkbook(stream, { creator, madeAt }, async (workbook) => {
    const open = () => {
      const sheet = workbook.sheet({
        name: title,
        columns: columns.map(() => ({ width: 16 })),
        frozen: { rows: 1, columns: 1 },
      });
      sheet.row(columns.map(headingOf), 'heading');
      return sheet;
    };
    let sheet = open();
    let rows = 0;
    for await (const record of records) {
      if (rows > 0 && rows % rowsOfSheet === 0) {
        await sheet.end();
        sheet = open();
      }
      sheet.row(columns.map((column) => cellOf(record[column])));
      rows += 1;
      if (rows % rowsAtOnce !== 0) continue;
      await sheet.flush();
      // The reader is slower than we write.
      while (stream.writableNeedDrain && !stream.destroyed) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await sheet.end();
  });
  build.catch((error) => stream.destroy(error as Error));
  return stream;
}
