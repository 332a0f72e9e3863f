import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import { schoolFileSchema } from '#shared/school/school-file.ts';
import { studentFieldNames } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { createRandom } from '../../../../local/demo-school/random.ts';
import { buildCohort } from '../../../../local/demo-school/students/cohort.ts';
import { buildStudents } from '../../../../local/demo-school/students/student.ts';
import { addManyStudents } from '../../../support/school/many-students.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';

const { listAllStudents, listAddressTowns } = studentRegisterContract;
const all = studentFieldNames.join(',');
/** Rows of a workbook's sheet, counted in its XML: a library would take a minute to read so many cells. */
async function rowsIn(bytes: Uint8Array): Promise<number> {
  const sheet = await (await JSZip.loadAsync(bytes)).file('xl/worksheets/sheet1.xml')?.async('string');
  return sheet?.split('<row ').length ?? 0;
}

const classes = ['1A', '1B', '2A', '3A', '4A', '4B', '5A', '6L1'].map((classId) => ({ classId, formLevel: 4 }));

describe('a large register', () => {
  const school = schoolForTests();
  const admin = school.as('A1');

  it('of 1,500 students is two pages of a megabyte, and 60 KB on the wire with ten columns', async () => {
    const demoFile = schoolFileSchema().parse(
      JSON.parse(readFileSync(new URL('../../../../infra/schools/demo.json', import.meta.url), 'utf8')),
    );
    const known = ['one', 'two']
      .flatMap((seed) => {
        const random = createRandom(seed);
        const of = { school: demoFile, year: 2026 };
        return buildStudents(random, buildCohort(random, of), of);
      })
      .filter(({ status }) => status === 'current');
    await addManyStudents({
      count: 1500,
      classes,
      subjectIds: [],
      vary: (index) => {
        const { attributes, studentId: _own, ...student } = known[index] as NonNullable<(typeof known)[number]>;
        return { ...student, ...attributes };
      },
    });
    const columns = 'date_of_birth,house_code,entry_date,sex,address_line_2,phone_cell';
    let body: unknown;
    const requests = await recordTraffic(async () => {
      ({ body } = await admin.call(listAllStudents, { columns, view: 'current' }));
    });
    // The others: the BatchGetItem of the session, and the rosters of the classes.
    expect(requests.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'Query', 'Query', 'Query']);
    expect((body as { current_students: unknown[] }).current_students.length).toBeGreaterThanOrEqual(1500);
    expect(gzipSync(JSON.stringify(body)).length).toBeLessThanOrEqual(60_000);

    // The default columns are in the rosters: 40 units for a thousand.
    const [, ofRosters, ...others] = await recordTraffic(() => admin.call(listAllStudents, { view: 'current' }));
    expect([ofRosters?.operation, others]).toEqual(['Query', []]);
    expect(ofRosters?.units).toBeLessThanOrEqual(1.5 * 40);
    expect(ofRosters?.units).toBeGreaterThan(30);

    const towns = await recordTraffic(() => admin.call(listAddressTowns, {}));
    expect(towns.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'Query', 'Query', 'Query']);
  }, 60_000);

  it('of 5,000 students with all columns is answered completely, each student once, within the limit of Lambda', async () => {
    // What a family that fills in everything leaves of a student, some 2 KB; one in three does.
    const whole = (index: number) =>
      Object.fromEntries(
        studentFieldNames.filter((field) => /_|^[ne]/.test(field)).map((field) => [field, `${field} ${index}`]),
      );
    // Long texts that no two families write alike, and that nothing packs well.
    const random = createRandom('families');
    const text = () => Array.from({ length: 70 }, () => random.int(0, 2 ** 31).toString(36)).join(' ');
    const longTexts = ['details', 'activities', 'achievements', 'hobbies', 'medical_history'] as const;
    const written = () => Object.fromEntries(longTexts.map((field) => [field, text()]));
    const ids = await addManyStudents({
      count: 5000,
      classes,
      subjectIds: [],
      vary: (index) =>
        ({
          ...(index % 3 === 0 && whole(index)),
          ...written(),
          status: index % 10 === 9 ? 'archived' : 'current',
        }) as never,
    });
    const found: string[] = [];
    let after: string | undefined;
    let answers = 0;
    do {
      const { body, status } = await admin.call(listAllStudents, { columns: all, after });
      expect(status).toBe(200);
      // As the function answers it: a text inside of JSON.
      expect(Buffer.byteLength(JSON.stringify({ body: JSON.stringify(body) }))).toBeLessThan(6_000_000);
      for (const list of [body.current_students, body.archived_students])
        found.push(...(list ?? []).map(({ id }) => id));
      after = body.next ?? undefined;
      answers += 1;
    } while (after !== undefined);
    expect(found.filter((id) => id.startsWith('M')).toSorted()).toEqual(ids);
    expect(answers).toBeGreaterThan(1);
    const page = await admin.call(listAllStudents, { columns: all, view: 'current' });
    expect(page.body.next).toMatch(/^current/);

    const { body: some } = await admin.call(listAllStudents, { columns: 'house_code,sex', view: 'current' });
    expect(some.current_students?.filter(({ id }) => id.startsWith('M'))).toHaveLength(4500);
    expect(some.next).toBeNull();

    // The same as spreadsheets, which are larger than what Lambda answers in one piece.
    const { downloadRegistrationData, downloadStudents } = studentSpreadsheetsContract;
    const whole5000 = await admin.call(downloadRegistrationData, {});
    const chosen = await admin.call(downloadStudents, {
      student_ids: some.current_students?.map(({ id }) => id) ?? [],
      columns: ['id', ...longTexts],
    });
    for (const { status, bytes } of [whole5000, chosen]) {
      expect([status, bytes.length > (6 * 1024 * 1024 * 3) / 4]).toEqual([200, true]);
      expect((await rowsIn(bytes)) - 1).toBe(1 + (some.current_students?.length ?? 0));
    }
  }, 300_000);
});
