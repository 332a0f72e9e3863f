import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studentRegisterContract } from '#shared/student-register/contract.ts';
import { studentFieldNames } from '#shared/students/fields.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { clientOf } from '../../support/callers.ts';
import type { TestClient } from '../../support/client.ts';
import { addManyStudents } from '../../support/many-students.ts';
import { startSmallSchool } from '../../support/small-school.ts';

const { adminStudents } = studentRegisterContract;
const all = studentFieldNames.join(',');

/** What a family that fills in everything leaves of one student: some 2 KB. */
const fullRecord = (index: number) =>
  Object.fromEntries(studentFieldNames.filter((name) => name.includes('_')).map((name) => [name, `${name} ${index}`]));

describe('a register of 5,000', () => {
  let school: RunningSchool;
  let admin: TestClient;
  let ids: string[];

  beforeAll(async () => {
    school = await startSmallSchool();
    admin = await clientOf(school.url, 'A1');
    ids = await addManyStudents({
      ...{ count: 5000, classes: [{ classId: '4A', formLevel: 4 }], subjectIds: [] },
      vary: (index) => ({ ...fullRecord(index), status: index % 10 === 9 ? 'archived' : 'current' }) as never,
    });
  }, 120_000);
  afterAll(() => school.stop());

  it('is answered whole, each student once, in answers that Lambda can give', async () => {
    const found: string[] = [];
    let after: string | undefined;
    let answers = 0;
    do {
      const { body, status } = await admin.call(adminStudents, { columns: all, after });
      expect(status).toBe(200);
      // As the function answers it: a text inside of JSON.
      expect(Buffer.byteLength(JSON.stringify({ body: JSON.stringify(body) }))).toBeLessThan(6_000_000);
      for (const list of [body.current_students, body.archived_students]) found.push(...(list?.id ?? []));
      after = body.next ?? undefined;
      answers += 1;
    } while (after !== undefined);
    const many = found.filter((id) => id.startsWith('M'));
    expect(many).toHaveLength(5000);
    expect(many.toSorted()).toEqual(ids);
    expect(answers).toBeGreaterThan(1);
  }, 60_000);

  it('is one answer with ten columns', async () => {
    const { body } = await admin.call(adminStudents, { columns: 'date_of_birth,house_code,sex', view: 'current' });
    expect(body.current_students?.id.filter((id) => id.startsWith('M'))).toHaveLength(4500);
    expect(body.next).toBeNull();
    expect(gzipSync(JSON.stringify(body)).length).toBeLessThan(200_000);
  });
});
