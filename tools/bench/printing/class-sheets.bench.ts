import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClassMarks } from '#functions/term-reports/documents/class-marks.ts';
import { byRank } from '#functions/term-reports/documents/rank-sheet.ts';
import { sampleSchool } from '../../../tests/support/files/sample-report-cards.ts';
import { marksOf, randomClass } from '../../../tests/support/samples/random-class.ts';
import type { BenchRow } from '../kit/bench.ts';
import { bundlePrinter, chromiumPrint, medianPrint, print, ratioRow, SYSTEM_FONT } from '../kit/printing.ts';

export const title =
  'Class sheets: mark sheet and rank sheet in a cold process, beside headless Chromium printing the same';

const STUDENTS = 35;
const SUBJECTS = 14;

/** A class of exactly so many students, all of whom take nearly everything. */
function sampleClass(): ClassMarks {
  for (let seed = 1; ; seed += 1) {
    const marks = marksOf(randomClass(seed, { level: 3, term: 3, students: STUDENTS, subjects: SUBJECTS }));
    if (marks.students.length === STUDENTS && marks.subjects.length === SUBJECTS) return marks;
  }
}

export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'class-sheets-'));
  try {
    const marks = sampleClass();
    const bundle = await bundlePrinter('tools/bench/printing/class-sheets-child.ts', folder);
    const input = join(folder, 'class.json');
    await writeFile(input, JSON.stringify({ school: sampleSchool, marks, printedAt: '2026-07-01T12:00:00Z' }));
    const rows: BenchRow[] = [];
    for (const which of ['mark', 'rank'] as const)
      rows.push(...(await besideChromium({ which, marks, bundle, input, folder })));
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function besideChromium(options: {
  which: 'mark' | 'rank';
  marks: ClassMarks;
  bundle: string;
  input: string;
  folder: string;
}): Promise<BenchRow[]> {
  const { which, marks, bundle, input, folder } = options;
  const output = join(folder, 'printed.pdf');
  const page = join(folder, `${which}.html`);
  await writeFile(page, which === 'mark' ? markSheetHtml(marks) : rankSheetHtml(marks));
  const own = await medianPrint(() => print(process.execPath, [bundle, which, input, output], output));
  const other = await chromiumPrint({ page, output, folder });
  const name = `${which} sheet of ${STUDENTS} students`;
  const time = `${name}, time to headless Chromium (its launch included)`;
  return [
    { measure: name, value: `${Math.round(own.milliseconds)} ms`, limit: 'shown only', ok: true },
    other
      ? ratioRow(time, { own: own.milliseconds, other: other.milliseconds, limit: 0.5 })
      : { measure: time, value: 'Chromium is not installed: skipped', limit: '≤ 0.5', ok: false },
  ];
}

const cell = (text: string | number | null): string => `<td>${text ?? '–'}</td>`;

function paper(heading: string, size: string, table: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${heading}</title><style>
@page { size: A4 ${size}; margin: 10mm }
body { font: 8pt/1.2 ${SYSTEM_FONT}; margin: 0 } table { width: 100%; border-collapse: collapse }
th, td { border-bottom: .4pt solid #c3cad3; padding: 1.6pt 2.5pt; text-align: center } tr { page-break-inside: avoid }
th:first-child { text-align: left } small { font-size: 6.6pt; color: #4a5463 }
</style></head><body><h1>${sampleSchool.name}</h1><h2>${heading}</h2><table>${table}</table></body></html>`;
}

function markSheetHtml({ subjects, students, classId }: ClassMarks): string {
  const head = ['Student', 'Average', 'Rank', ...subjects.map(({ abbr }) => abbr)].map((text) => `<th>${text}</th>`);
  const rows = students.map(({ name, average, rank, marks }) => {
    const cells = marks.map((own) =>
      own
        ? `<td><b>${own.total ?? '–'}</b><br><small>${own.course ?? '–'} + ${own.exam ?? '–'}</small></td>`
        : '<td></td>',
    );
    const entered = `${average.entered} of ${average.of}`;
    return `<tr><th scope="row">${name}</th><td><b>${average.text ?? '--'}</b><br><small>${entered}</small></td>${cell(rank)}${cells.join('')}</tr>`;
  });
  return paper(`Mark sheet, ${classId}`, 'landscape', `<thead><tr>${head.join('')}</tr></thead>${rows.join('')}`);
}

function rankSheetHtml(marks: ClassMarks): string {
  const head = '<thead><tr><th>Student</th><th>Rank</th><th>ID</th><th>Entered</th><th>Average</th></tr></thead>';
  const rows = byRank(marks).map(
    ({ name, id, rank, average }) =>
      `<tr><th scope="row">${name}</th>${cell(rank)}${cell(id)}${cell(`${average.entered} of ${average.of}`)}${cell(average.text)}</tr>`,
  );
  return paper(`Rank sheet, ${marks.classId}`, 'portrait', head + rows.join(''));
}
