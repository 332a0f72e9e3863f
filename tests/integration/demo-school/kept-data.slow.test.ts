import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { type SchoolProcess, startSchoolProcess } from '../../support/school/school-process.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-data-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function withSchool<T>(day: string, use: (school: SchoolProcess) => Promise<T>): Promise<T> {
  const school = await startSchoolProcess(folder, day);
  try {
    return await use(school);
  } finally {
    expect(await school.stop()).toBe(0);
  }
}

async function sheetOf(school: SchoolProcess) {
  const client = await school.clientOf('teacher');
  const { body: lessons } = await client.call(peopleContract.listTeacherLessons, {});
  const lesson = lessons.find(({ class_id }) => class_id !== null);
  const { body } = await client.call(markSheetContract.readMarkSheetOfLesson, {
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
  const first = await withSchool('2026-11-20T12:00:00Z', async (school) => {
    const { client, rows } = await sheetOf(school);
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
  const second = await withSchool('2027-05-12T12:00:00Z', async (school) => (await sheetOf(school)).rows);
  expect(second.map((row) => row.student_id)).toEqual(first.map((row) => row.student_id));
  expect(second[0]?.comment).toBe(comment);
  expect(await readdir(folder)).toContain('school.json');
}, 300_000);
