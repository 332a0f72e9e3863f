import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import WorkbookWriter from 'exceljs/lib/stream/xlsx/workbook-writer.js';
import { type PageDocument, writePage } from '#functions/marks/mark-book/documents/write-page.ts';
import { specScheme } from '#shared/marks/scheme.ts';
import { type BenchRow, median } from '../kit/bench.ts';

export const title = 'Download of a mark book page, 35 students and 15 assessments';

const students = 35;
const assessments = 15;
const rounds = 41;
const warmUp = 12;

export async function run(): Promise<BenchRow[]> {
  const document = samplePage();
  const times: Record<'own' | 'bare', number[]> = { own: [], bare: [] };
  let size = { own: 0, bare: 0 };
  // In turn, so that what else the machine does falls on both.
  for (let round = 0; round < rounds + warmUp; round += 1) {
    const own = await timed(() => writePage(document));
    const bare = await timed(() => bareWorkbook(document));
    size = { own: own.bytes, bare: bare.bytes };
    if (round < warmUp) continue;
    times.own.push(own.milliseconds);
    times.bare.push(bare.milliseconds);
  }
  const ratio = median(times.own) / median(times.bare);
  return [
    {
      measure: 'The page: styled, with rules and the hidden stamp',
      value: `${median(times.own).toFixed(1)} ms, ${size.own} bytes`,
      limit: 'shown only',
      ok: true,
    },
    {
      measure: "The same cells by exceljs' streaming writer alone",
      value: `${median(times.bare).toFixed(1)} ms, ${size.bare} bytes`,
      limit: 'shown only',
      ok: true,
    },
    {
      measure: "Time of the page, to exceljs' streaming writer alone",
      value: ratio.toFixed(2),
      limit: '≤ 1.5',
      ok: ratio <= 1.5,
    },
  ];
}

async function timed(write: () => Promise<Uint8Array>): Promise<{ milliseconds: number; bytes: number }> {
  const before = performance.now();
  const { length: bytes } = await write();
  return { milliseconds: performance.now() - before, bytes };
}

/** What the page shows, cell for cell, as exceljs is shown in its own examples: no styles, no rules, one sheet. */
async function bareWorkbook({ page, subject, teacher }: PageDocument): Promise<Uint8Array> {
  const stream = new PassThrough();
  const bytes = buffer(stream);
  const writer = new WorkbookWriter({ stream, useStyles: true, useSharedStrings: false });
  const sheet = writer.addWorksheet('Page');
  sheet.addRow([subject]).commit();
  sheet.addRow([teacher]).commit();
  const numbers = page.assessments.map((one) => one.assesment_number);
  sheet.addRow(['Student ID', 'Last Name', 'First Name', 'Class', ...numbers, 'Total %']).commit();
  sheet.addRow([null, null, null, 'Topic', ...page.assessments.map(({ topic }) => topic)]).commit();
  sheet.addRow([null, null, null, 'Date', ...page.assessments.map(({ date }) => new Date(`${date}`))]).commit();
  sheet.addRow([null, null, null, 'Total', ...page.assessments.map(({ total }) => total)]).commit();
  for (const { studentId, lastName, firstName, classId, marks } of page.students) {
    const given = numbers.map((number) => marks[String(number)]?.mark ?? null);
    sheet.addRow([studentId, lastName, firstName, classId, ...given, 61.5]).commit();
  }
  sheet.commit();
  await writer.commit();
  return bytes;
}

function samplePage(): PageDocument {
  const numbers = Array.from({ length: assessments }, (_, index) => index + 1);
  const stamp = { by: 'Mona Núñez', at: '2026-03-02T10:00:00.000Z' };
  return {
    page: {
      ...{ employeeId: 'T1', subjectId: 'MATH', year: 2025, term: 2, classId: '1A', formLevel: 1 },
      ...{ key: '2025#2#MATH#1A', classIds: ['1A'], stored: [] },
      assessments: numbers.map((number) => ({
        ...{ id: String(number), assesment_number: number, topic: `Topic of ${number}`, date: '2026-02-03' },
        ...{ total: 20 + number, weighting: null },
      })),
      students: Array.from({ length: students }, (_, index) => ({
        ...{
          studentId: `S${String(index).padStart(3, '0')}`,
          firstName: `Anika ${index}`,
          lastName: `Mohammed-${index}`,
        },
        ...{ classId: '1A', formLevel: 1, subjectId: 'MATH' },
        marks: Object.fromEntries(
          // One in ten was absent.
          numbers.flatMap((number) =>
            (index + number) % 10 === 0
              ? []
              : [[String(number), { mark: (index * number) % 20, outOf: 20 + number, ...stamp }]],
          ),
        ),
      })),
    },
    ...{
      school: { name: 'Northgate Secondary School', markingScheme: [...specScheme] },
      subject: 'Mathematics',
      teacher: 'Mona Núñez',
    },
    ...{ termTitle: 'Term 2', madeAt: new Date('2026-03-02T10:00:00Z') },
  };
}
