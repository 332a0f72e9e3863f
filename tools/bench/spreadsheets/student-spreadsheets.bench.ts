import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import { attributeOf, type StudentField, studentFields } from '#shared/students/fields.ts';
import { spreadsheetFields } from '#shared/students/spreadsheets/row-cells.ts';
import { type BenchRow, median, medianOf } from '../kit/bench.ts';

export const title = 'Spreadsheets of students: every column of 1,000 and 5,000 down, a list of 2,000 up';

const megabyte = 1024 * 1024;

/** A fact of the usual length, other for each student. */
function factOf(field: StudentField, index: number): string {
  const { type } = studentFields[field];
  if (field === 'id') return String(index).padStart(5, '0');
  if (type === 'class') return '1A';
  if (type === 'house') return '';
  if (type === 'date') return `20${10 + (index % 5)}-0${1 + (index % 9)}-1${index % 10}`;
  if (type === 'number') return String(index % 9);
  if (type === 'yes or no') return index % 2 === 0 ? 'Yes' : 'No';
  if (type === 'choice') return '';
  if (type === 'phone') return `868-555-${String(index % 10_000).padStart(4, '0')}`;
  if (type === 'email') return `pupil.${index}@mail.com`;
  return type === 'long text' ? `Something of student ${index} in a sentence` : `${field.slice(0, 8)} ${index}`;
}

const studentsOf = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    Object.fromEntries(spreadsheetFields.map((field) => [attributeOf(field), factOf(field, index)])),
  );

/** The same cells by the writer that we write with, and nothing else. */
async function bare(students: readonly Record<string, unknown>[]): Promise<void> {
  const stream = new PassThrough();
  const writer = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: false });
  const sheet = writer.addWorksheet('Registration Data');
  const done = buffer(stream);
  for (const student of students) {
    const cells = spreadsheetFields.map((field) => student[attributeOf(field)] as string);
    sheet.addRow(cells).commit();
  }
  sheet.commit();
  await writer.commit();
  await done;
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

export async function run(): Promise<BenchRow[]> {
  const { startSmallSchool } = await import('../../../tests/support/school/small-school.ts');
  const { clientOf } = await import('../../../tests/support/callers/callers.ts');
  const { choose, sheetOf } = await import('../../../tests/support/files/class-list-files.ts');
  const server = await startSmallSchool();
  try {
    const { writeStudents } = await import('#functions/students/spreadsheets/streams/student-workbooks.ts');
    const write = (students: ReturnType<typeof studentsOf>) =>
      writeStudents({ students, fields: spreadsheetFields, madeAt: new Date() });
    const [thousand, all] = [studentsOf(1000), studentsOf(5000)];
    await bare(thousand);
    await write(thousand);
    // In turn, so that what else the machine does falls on both.
    const times = { plain: [] as number[], ours: [] as number[] };
    for (let round = 0; round < 7; round += 1) {
      times.plain.push(await timed(() => bare(thousand)));
      times.ours.push(await timed(() => write(thousand)));
    }
    const [plain, ours] = [median(times.plain), median(times.ours)];
    const whole = await medianOf(3, () => timed(() => write(all)));
    const size = (await write(all)).length / megabyte;
    const memory = process.resourceUsage().maxRSS / 1024;

    const admin = await clientOf(server.url, 'A1');
    const fields = ['last_name', 'first_name', 'class_id', 'date_of_birth', 'sea_no', 'email', 'hobbies'] as const;
    const list = await sheetOf([
      fields.map((field) => studentFields[field].label),
      ...Array.from({ length: 2000 }, (_, index) => fields.map((field) => factOf(field, index))),
    ]);
    await choose(admin, list);
    const preview = await medianOf(5, () => timed(() => choose(admin, list)));
    return [
      {
        measure: `All ${spreadsheetFields.length} columns of 1,000 students`,
        value: `${Math.round(ours)} ms, ${(ours / plain).toFixed(2)} × the bare streaming writer (${Math.round(plain)} ms)`,
        limit: '≤ 1.5 ×',
        ok: ours <= 1.5 * plain,
      },
      {
        measure: 'The same of 5,000 students',
        value: `${Math.round(whole)} ms, ${(whole / ours).toFixed(2)} × 1,000`,
        limit: '≤ 6 ×',
        ok: whole <= 6 * ours,
      },
      {
        measure: 'Its file',
        value: `${size.toFixed(1)} MB`,
        limit: 'shown only',
        ok: true,
      },
      {
        measure: 'Most memory of the process, school and all',
        value: `${Math.round(memory)} MB`,
        limit: 'shown only',
        ok: true,
      },
      {
        measure: 'Preview of a list of 2,000 rows and 7 columns, through the gateway',
        value: `${Math.round(preview)} ms`,
        limit: '≤ 1,000 ms',
        ok: preview <= 1000,
      },
    ];
  } finally {
    await server.stop();
  }
}
