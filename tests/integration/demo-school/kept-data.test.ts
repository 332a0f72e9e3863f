import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { markSheetContract } from '#shared/mark-sheet/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { demoPassword } from '../../../local/demo-school/known.ts';
import { TestClient } from '../../support/client.ts';

/** The school in a process of its own: it prints its address and stops when its standard input ends. */
const program = `
  const [dataFolder, day] = process.argv.slice(1);
  const { startSchool } = await import(${JSON.stringify(new URL('../../../local/school.ts', import.meta.url).href)});
  const school = await startSchool({ dataFolder, port: 0, site: 'none', isDemo: true, today: new Date(day) });
  process.stdout.write(school.url + '\\n');
  process.stdin.resume().once('end', async () => { await school.stop(); process.exit(0); });
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-data-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function withSchool<T>(day: string, use: (url: string) => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, folder, day], {
    env: { ...process.env, LOG_LEVEL: 'warn' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
      child.once('close', () => reject(new Error('The school did not start')));
    });
    return await use(url);
  } finally {
    child.stdin.end();
    expect(await ended).toBe(0);
  }
}

async function sheetOf(url: string) {
  const client = await new TestClient(url).signIn('teacher', demoPassword);
  const { body: lessons } = await client.call(peopleContract.teacherLessons, {});
  const lesson = lessons.find(({ class_id }) => class_id !== null);
  const { body } = await client.call(markSheetContract.teacherLessonStudents, {
    employee_id: lesson?.employee_id ?? '',
    subject_id: lesson?.subject_id ?? '',
    class_id: lesson?.class_id ?? '',
    form_level: String(lesson?.form_level),
    year: '2026',
    term: '1',
  });
  return { client, rows: body.data };
}

it('keeps what was entered when the school starts again, later in the year', async () => {
  const comment = 'Kept across restarts.';
  const first = await withSchool('2026-11-20T12:00:00Z', async (url) => {
    const { client, rows } = await sheetOf(url);
    const [row] = rows;
    const { student_id = '', subject_id = '' } = row ?? {};
    const saved = await client.call(markSheetContract.saveSubjectRecord, {
      student_id,
      subject_id,
      year: 2026,
      term: 1,
      comment,
    });
    expect(saved.status).toBe(200);
    return rows;
  });
  const second = await withSchool('2027-05-12T12:00:00Z', async (url) => (await sheetOf(url)).rows);
  expect(second.map((row) => row.student_id)).toEqual(first.map((row) => row.student_id));
  expect(second[0]?.comment).toBe(comment);
  expect(await readdir(folder)).toContain('school.json');
}, 90_000);
