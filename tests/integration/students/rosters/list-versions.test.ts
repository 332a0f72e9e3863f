import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { localNames } from '../../../../local/environment.ts';
import { holdClock } from '../../../support/clock.ts';
import { createTableClientOfTests } from '../../../support/school/both-tables.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { password } from '../../../support/school/small-school.ts';
import { restoreAfterEach } from '../../../support/school/table-content.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';

const { listAllStudents, listCurrentStudents, saveStudent, archiveStudent, listHouses, readStudentChoices } =
  studentRegisterContract;
const { listStudentsForAttendance } = attendanceContract;
const TableName = localNames.table;

describe('a list of students', () => {
  const school = schoolForTests();
  const admin = school.as('A1');
  const pta = school.as('A3');
  restoreAfterEach();
  afterEach(() => void vi.useRealTimers());

  const list = (input: { columns?: string; view?: 'current' | 'archived' }, tag?: string) =>
    admin.call(listAllStudents, input, tag === undefined ? {} : { 'If-None-Match': tag });
  const current = (tag?: string) => list({ view: 'current' }, tag);
  const tagOf = ({ headers }: { headers: Headers }) => headers.get('etag') ?? '';
  const rename = async (id: string, last_name: string) =>
    expect((await admin.call(saveStudent, { id, last_name })).status).toBe(200);
  /** Versions of every class: the first reader makes the rosters. */
  const tagOfCurrent = async () => {
    await current();
    return tagOf(await current());
  };

  it('is not sent to a browser that has it: two requests, and neither rosters nor records are read', async () => {
    const tag = await tagOfCurrent();
    // A tag for each class of the school file.
    const { school: file } = await import('#functions/school/records/school.ts');
    expect(tag).toMatch(new RegExp(`^"[\\w-]{9}(\\.[\\w-]{9}){${file().formClasses.length - 1}}"$`));
    const traffic = await recordTraffic(async () => {
      const answer = await current(tag);
      expect([answer.status, answer.bytes.length, tagOf(answer)]).toEqual([304, 0, tag]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    });
    expect(traffic.map(({ operation, isConsistent }) => [operation, isConsistent])).toEqual([
      ['BatchGetItem', true],
      ['Query', true],
    ]);
    expect(traffic[1]?.units).toBe(1);
    // As CloudFront writes the tag of an answer that it has compressed.
    expect((await current(`W/${tag}`)).status).toBe(304);
  });

  it('is sent where one class has changed, at once and with the change; afterwards it is known again', async () => {
    const tag = await tagOfCurrent();
    await rename('S01', 'Aaron');
    const changed = await current(tag);
    expect(changed.status).toBe(200);
    expect(changed.body.current_students?.find(({ id }) => id === 'S01')?.last_name).toBe('Aaron');
    expect(tagOf(changed)).not.toBe(tag);
    expect((await current(tagOf(changed))).status).toBe(304);
    const left = { student_id: 'S02', date_of_leaving: '2025-11-20', reason: 'Moved to Tobago.' };
    expect((await admin.call(archiveStudent, left)).status).toBe(200);
    const without = await current(tagOf(changed));
    expect(without.body.current_students?.some(({ id }) => id === 'S02')).toBe(false);
  });

  it('of columns that an index has is known once the index has every change', async () => {
    await tagOfCurrent();
    const clock = holdClock();
    await rename('S01', 'Aaron');
    const phones = (tag?: string) => list({ columns: 'phone_cell', view: 'current' }, tag);
    expect((await phones(tagOf(await phones()))).status).toBe(200);
    clock.passMinutes(3);
    const tag = tagOf(await phones());
    expect((await phones(tag)).status).toBe(304);
    // A fact that no roster repeats.
    expect((await admin.call(saveStudent, { id: 'S01', phone_cell: '868-555-0101' })).status).toBe(200);
    const changed = await phones(tag);
    expect(changed.status).toBe(200);
    expect(changed.body.current_students?.find(({ id }) => id === 'S01')?.phone_cell).toBe('868-555-0101');
    expect((await phones(tagOf(changed))).status).toBe(200);
  });

  it('has another version for other columns, and none with the archive', async () => {
    const tag = await tagOfCurrent();
    const houses = await list({ columns: 'house_code', view: 'current' }, tag);
    expect([houses.status, tagOf(houses) === tag]).toEqual([200, false]);
    for (const input of [{}, { view: 'archived' as const }]) {
      const answer = await list(input, tag);
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, null]);
    }
  });

  it('is refused to those who may not read it, whatever they have', async () => {
    const tag = await tagOfCurrent();
    const { AccountEntity, readAccount } = await import('#functions/sessions/accounts.ts');
    const { executeAction } = await import('#functions/platform/table/action.ts');
    expect((await pta.call(listAllStudents, { view: 'current' }, { 'If-None-Match': tag })).status).toBe(403);
    const permissions = (await readAccount('A1'))?.permissions ?? [];
    const fewer = permissions.filter(({ menu }) => menu !== 'students');
    await executeAction(AccountEntity.update({ accountId: 'A1' }, { set: { permissions: fewer } }));
    expect((await current(tag)).status).toBe(403);
    await executeAction(AccountEntity.update({ accountId: 'A1' }, { set: { permissions } }));
    expect((await current(tag)).status).toBe(304);
  });

  it('for the PTA has the version of the columns that the PTA may read', async () => {
    await tagOfCurrent();
    const seen = (columns: string) => pta.call(listCurrentStudents, { columns });
    expect(tagOf(await seen('house_code,birth_certificate_no'))).toBe(tagOf(await seen('house_code')));
  });

  it('for attendance is known by the same versions', async () => {
    await tagOfCurrent();
    const tag = tagOf(await admin.call(listStudentsForAttendance, {}));
    const again = () => admin.call(listStudentsForAttendance, {}, { 'If-None-Match': tag });
    expect((await again()).status).toBe(304);
    await rename('S11', 'Aaron');
    expect((await again()).body.students.find(({ id }) => id === 'S11')?.last_name).toBe('Aaron');
  });

  it('and the names of houses and codes in it are known by their content, and choices of yesterday are not', async () => {
    const clock = holdClock();
    for (const row of [listHouses, readStudentChoices]) {
      const tag = tagOf(await admin.call(row, {}));
      const again = async () => (await admin.call(row, {}, { 'If-None-Match': tag })).status;
      expect([row.path, await again()]).toEqual([row.path, 304]);
      clock.passMinutes(24 * 60);
      await admin.signIn('admin', password);
      // Choices name today's date.
      expect(await again()).toBe(row === listHouses ? 304 : 200);
    }
  });

  it('has no version while a class has none, and one after the nightly check', async () => {
    await tagOfCurrent();
    const key = { pk: 'roster-versions', sk: '1A#0' };
    await createTableClientOfTests().send(new DeleteCommand({ TableName, Key: key }));
    expect((await current()).headers.get('etag')).toBeNull();
    const { repairRosters } = await import('#functions/students/records/rosters/repair-rosters.ts');
    expect(await repairRosters()).toEqual([]);
    const tag = tagOf(await current());
    expect((await current(tag)).status).toBe(304);
    // A release from before the versions wrote the roster, and left the version as it was.
    await createTableClientOfTests().send(
      new UpdateCommand({
        ...{ TableName, Key: { pk: 'class-rosters', sk: '1A#0' }, UpdateExpression: 'SET version = :other' },
        ExpressionAttributeValues: { ':other': 'of-an-earlier-release' },
      }),
    );
    expect(await repairRosters()).toEqual([]);
    expect((await current(tag)).status).toBe(200);
  });

  it('that was wrong and is corrected has another version', async () => {
    const tag = await tagOfCurrent();
    await createTableClientOfTests().send(
      new UpdateCommand({
        ...{ TableName, Key: { pk: 'class-rosters', sk: '1A#0' }, UpdateExpression: 'SET students = :none' },
        ExpressionAttributeValues: { ':none': '{"studentId":[]}' },
      }),
    );
    const { repairRosters } = await import('#functions/students/records/rosters/repair-rosters.ts');
    expect(await repairRosters()).not.toEqual([]);
    expect((await current(tag)).status).toBe(200);
  });
});
