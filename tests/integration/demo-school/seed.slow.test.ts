import { BatchGetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentClient, splitIntoHundreds, tableNames } from '#functions/platform/table/table.ts';
import { listStudentsOfClass } from '#functions/students/records/rosters/read-rosters.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { courseMark } from '#shared/marks/marks.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { toAcademicYearId } from '#shared/school/academic-year.ts';
import { demoPassword, demoSeed } from '../../../local/demo-school/demo-credentials.ts';
import { generateDemoSchool } from '../../../local/demo-school/generate.ts';
import { generateDemoItems } from '../../../local/demo-school/items.ts';
import type { DemoItem } from '../../../local/demo-school/types.ts';
import { writeItems } from '../../../local/demo-school/write-items.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { TestClient } from '../../support/callers/client.ts';
import { demoSchoolFile } from '../../support/samples/demo-school.ts';
import { startServer } from '../../support/school/server.ts';

// In the evening of that day at the school: by UTC it is the next one.
const today = new Date('2026-11-28T02:00:00Z');
const demo = generateDemoSchool({ seed: demoSeed, school: demoSchoolFile, today: '2026-11-27' });
const { current } = demo;

let server: RunningSchool;
beforeAll(async () => {
  server = await startServer({ site: 'none', today });
}, 120_000);
afterAll(() => server?.stop());

const signIn = (name: string) => new TestClient(server.url).signIn(name, demoPassword);

async function countStored(): Promise<number> {
  let count = 0;
  let start: Record<string, unknown> | undefined;
  do {
    const page = await documentClient.send(
      new ScanCommand({
        TableName: tableNames().records,
        Select: 'COUNT',
        ...(start ? { ExclusiveStartKey: start } : {}),
      }),
    );
    count += page.Count ?? 0;
    start = page.LastEvaluatedKey;
  } while (start);
  return count;
}

/**
 * A hundred in a request, one after the other: two thousand at once wait longer for a connection than the client
 * allows.
 */
async function storedOf(items: readonly DemoItem[]): Promise<(DemoItem | undefined)[]> {
  const found = new Map<string, DemoItem>();
  for (const some of splitIntoHundreds(items)) {
    const Keys = some.map(({ pk, sk }) => ({ pk, sk }));
    const answer = await documentClient.send(
      new BatchGetCommand({ RequestItems: { [tableNames().records]: { Keys } } }),
    );
    expect(answer.UnprocessedKeys).toEqual({});
    for (const item of answer.Responses?.[tableNames().records] ?? []) found.set(`${item.pk} ${item.sk}`, item);
  }
  return items.map(({ pk, sk }) => found.get(`${pk} ${sk}`));
}

describe('the demo school as it starts', () => {
  it('holds exactly the records that the stores make of the generated school', async () => {
    const expected = [...generateDemoItems(demo)];
    expect(expected.length).toBeGreaterThan(30_000);
    // Families' part is written at the start: a posting and what its signed cards add, ten links, nine openings, three
    // notes, the notice of one, a window and five registrations. So are the signatures on the reports of 1A, 1B and 1C,
    // a record a student.
    const signed = expected.filter(
      (item) =>
        item.__edb_e__ === 'student' && ['1A', '1B', '1C'].includes(String(item.classId)) && item.status === 'current',
    ).length;
    expect(await countStored()).toBe(expected.length + 33 + signed);
    // Of every kind the first few, and then a share of all.
    const seen = new Map<unknown, number>();
    const sample = expected.filter((item, index) => {
      const before = seen.get(item.__edb_e__) ?? 0;
      seen.set(item.__edb_e__, before + 1);
      return before < 5 || index % 40 === 0;
    });
    expect(seen.size).toBe(22);
    expect(await storedOf(sample)).toEqual(sample);
  });

  it('lists every class’s students, and the archived ones apart', async () => {
    const lists = await Promise.all(demoSchoolFile.formClasses.map(({ id }) => listStudentsOfClass(id)));
    expect(lists.flat()).toHaveLength(1000);
    const archive = await StudentEntity.queryBy('classList', { roster: 'archived' });
    expect(archive).toHaveLength(60);
  });

  it.each(['teacher', 'formteacher', 'dean'])('lets %s sign in to the staff area', async (name) => {
    const client = await signIn(name);
    const { body } = await client.call(authContract.readEmployeeAccount, {});
    expect(body.user_name).toBe(name);
  });

  it('makes newteacher choose a new password, and nobody else', async () => {
    const resets = await Promise.all(
      ['newteacher', 'teacher', 'admin'].map(async (name) => {
        const client = new TestClient(server.url);
        await client.send({ method: 'GET', path: '/sanctum/csrf-cookie' });
        const { body } = await client.call(authContract.login, { name, password: demoPassword });
        return body.password_reset;
      }),
    );
    expect(resets).toEqual([true, false, false]);
  });

  it('opens mark sheets whose course marks are those of the mark book', async () => {
    const client = await signIn('teacher');
    const { body: lessons } = await client.call(peopleContract.listTeacherLessons, {});
    expect(lessons.length).toBeGreaterThanOrEqual(3);
    for (const lesson of lessons) {
      const place = lesson.class_id ? { class_id: lesson.class_id } : { form_classes: lesson.form_classes.join(',') };
      const page = lesson.class_id
        ? { form_class_id: lesson.class_id }
        : { form_classes: lesson.form_classes.join(',') };
      const common = {
        employee_id: lesson.employee_id,
        subject_id: lesson.subject_id,
        form_level: String(lesson.form_level),
        term: '1',
      };
      const sheet = await client.call(markSheetContract.readMarkSheetOfLesson, { ...common, ...place, year: '2026' });
      const book = await client.call(markBookContract.readMarkBook, {
        ...common,
        ...page,
        academic_year_id: toAcademicYearId(current.year),
      });
      expect(sheet.status).toBe(200);
      expect(sheet.body).toMatchObject({ registered: sheet.body.total, entered: 0 });
      expect(sheet.body.total).toBeGreaterThan(20);
      expect(sheet.body.data.some(({ course_mark }) => course_mark !== null)).toBe(true);
      const totals = new Map(
        book.body.assesments.map(({ assesment_number, total }) => [String(assesment_number), total ?? 0]),
      );
      for (const { student_id, course_mark } of sheet.body.data) {
        const marks = Object.entries(book.body.students.find(({ id }) => id === student_id)?.marks ?? {});
        const sum = marks.reduce((all, [, mark]) => all + Number(mark), 0);
        const outOf = marks.reduce((all, [number]) => all + (totals.get(number) ?? 0), 0);
        expect(course_mark).toBe(courseMark(outOf === 0 ? null : { sum, outOf }, sheet.body.weightings));
      }
    }
  });

  it('writes the same items through DynamoDB where no ready database can be used', async () => {
    const copies: DemoItem[] = [];
    for (const item of generateDemoItems(demo)) {
      if (copies.length === 130) break;
      copies.push({ ...item, pk: `copy/${item.pk}` });
    }
    await writeItems(copies[Symbol.iterator]());
    expect(await storedOf(copies)).toEqual(copies);
  });
});
