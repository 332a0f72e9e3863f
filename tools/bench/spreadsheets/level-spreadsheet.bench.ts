import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { smallYoungGeneration } from '../../../infra/build/node-options.ts';
import type { BenchRow } from '../kit/bench.ts';

export const title = 'Mark Book Spreadsheet of a whole level: 1,000 students, 12 subjects, 5 marks each';

const count = 1_000;
const classes = ['1A', '1B', '1C', '1D', '1E'].map((classId) => ({ classId, formLevel: 1 }));
const subjectIds = Array.from({ length: 12 }, (_, index) => `SUB${index}`);
const runs = 5;
const exec = promisify(execFile);

interface Report {
  status: number;
  isComplete: boolean;
  /** Milliseconds after the call. */
  first: number;
  whole: number;
  /** Events. */
  count: number;
  megabytes: number;
}

export async function run(): Promise<BenchRow[]> {
  const { startSmallSchool, year, term } = await import('../../../tests/support/school/small-school.ts');
  const { clientOfAccount } = await import('../../../tests/support/callers/callers.ts');
  const server = await startSmallSchool();
  const folder = await mkdtemp(join(tmpdir(), 'level-spreadsheet-'));
  try {
    await fill(year, term);
    const admin = await clientOfAccount(server.url, 'A1');
    const cookie = [...admin.cookies].map((pair) => pair.join('=')).join('; ');
    const program = join(folder, 'child.mjs');
    await build({
      entryPoints: ['tools/bench/spreadsheets/level-spreadsheet-child.ts'],
      outfile: program,
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'esm',
      target: 'node24',
      logLevel: 'error',
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    });
    const asked = JSON.stringify({ cookie, query: { year: String(year), term: String(term), formLevel: '1' } });
    const reports: Report[] = [];
    for (let index = 0; index < runs; index += 1) {
      const { stdout } = await exec(process.execPath, [program, asked], {
        maxBuffer: 1 << 24,
        env: { ...process.env, NODE_OPTIONS: smallYoungGeneration },
      });
      reports.push(JSON.parse(stdout.slice(stdout.lastIndexOf('\n'))) as Report);
    }
    const failed = reports.find(({ status, isComplete }) => status !== 200 || !isComplete);
    if (failed) throw new Error(`The spreadsheet was not made: ${JSON.stringify(failed)}`);
    const worst = (of: (report: Report) => number) => Math.max(...reports.map(of));
    const [first, megabytes] = [worst((report) => report.first), worst((report) => report.megabytes)];
    return [
      {
        measure: `First progress after the start, a cold process, worst of ${runs}`,
        value: `${Math.round(first)} ms`,
        limit: '≤ 300 ms',
        ok: first <= 300,
      },
      {
        measure: `Peak memory of the process, worst of ${runs}`,
        value: `${Math.round(megabytes)} MB`,
        limit: '≤ 256 MB',
        ok: megabytes <= 256,
      },
      {
        measure: 'The whole spreadsheet; progress events',
        value: `${Math.round(worst(({ whole }) => whole))} ms; ${reports[0]?.count}`,
        limit: 'shown only',
        ok: true,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
    await server.stop();
  }
}

/** Students with five marks in each of the subjects, and their lessons. */
async function fill(year: number, term: 1 | 2 | 3): Promise<void> {
  const { addManyStudents } = await import('../../../tests/support/school/many-students.ts');
  const { AssessmentEntity, CourseWorkEntity, markBookPageKey } = await import(
    '#functions/marks/records/course-work.ts'
  );
  const { LessonEntity } = await import('#functions/people/records/store.ts');
  const { SubjectEntity } = await import('#functions/subjects/records/store.ts');
  const { writeBatches } = await import('#functions/platform/table/table.ts');
  const studentIds = await addManyStudents({ count, classes, subjectIds });
  const numbers = [1, 2, 3, 4, 5];
  const stamp = { by: 'Mona Núñez', at: '2025-10-02T10:00:00.000Z' };
  const items = subjectIds.flatMap((subjectId, subject) => [
    SubjectEntity.item({ subjectId, title: `Subject ${subject}`, abbr: subjectId }),
    ...classes.flatMap(({ classId, formLevel }) => {
      const page = markBookPageKey({ year, term, subjectId, formLevel, classId, employeeId: 'T1' });
      return [
        LessonEntity.item({ employeeId: 'T1', year, subjectId, classId, formLevel }),
        ...numbers.map((number) =>
          AssessmentEntity.item({ page, number, topic: `Topic ${number}`, date: '2025-10-02', total: 20 }),
        ),
      ];
    }),
    ...studentIds.map((studentId, index) => {
      const { classId, formLevel } = classes[index % classes.length] ?? { classId: '1A', formLevel: 1 };
      const page = markBookPageKey({ year, term, subjectId, formLevel, classId, employeeId: 'T1' });
      const marks = Object.fromEntries(
        numbers.map((number) => [String(number), { mark: (index + number) % 20, outOf: 20, ...stamp }]),
      );
      return CourseWorkEntity.item({ studentId, year, term, subjectId, classId, page, marks, version: 1 });
    }),
  ]);
  await writeBatches(items);
}
