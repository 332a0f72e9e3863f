import { DeleteCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { executeAction as write } from '#functions/platform/table/action.ts';
import { carryOutAct } from '#functions/platform/table/acts/carry-out-act.ts';
import { changeStudent } from '#functions/students/records/change-student.ts';
import { repairRosters } from '#functions/students/records/rosters/repair-rosters.ts';
import { updateStudentAction } from '#functions/students/records/rosters/write-student.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { handler } from '#functions/students/spreadsheets/jobs/lambda.ts';
import { nightlyRosterCheck } from '#shared/jobs.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { localNames } from '../../../../local/environment.ts';
import { collectLog } from '../../../support/log-lines.ts';
import { createTableClientOfTests } from '../../../support/school/both-tables.ts';
import { addManyStudents } from '../../../support/school/many-students.ts';
import { findRosterFaults } from '../../../support/school/roster-faults.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { restoreAfterEach } from '../../../support/school/table-content.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';
import { interleave, startSecondActAfter } from '../../../support/step-by-step/stepped-requests.ts';
import { hookTable } from '../../../support/step-by-step/table-requests.ts';

const { listAllStudents, archiveStudent, saveStudent } = studentRegisterContract;
const key = (classId: string, part = 0) => ({ pk: 'class-rosters', sk: `${classId}#${part}` });
const TableName = localNames.table;

describe('the rosters of the classes', () => {
  const school = schoolForTests();
  const admin = school.as('A1');
  restoreAfterEach();

  const list = async () => (await admin.call(listAllStudents, { view: 'current' })).body.current_students ?? [];
  const rosters = async () => {
    const { Items = [] } = await createTableClientOfTests().send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :rosters',
        ExpressionAttributeValues: { ':rosters': 'class-rosters' },
      }),
    );
    return Items;
  };
  let whole: Awaited<ReturnType<typeof list>>;
  beforeEach(async () => {
    whole = await list();
    expect(whole).toHaveLength(15);
  });

  const damage: [string, () => Promise<unknown>][] = [
    ['is missing', () => createTableClientOfTests().send(new DeleteCommand({ TableName, Key: key('1A') }))],
    ['is no JSON', () => change({ students: '{"studentId":["S01"' })],
    ['has columns of different lengths', () => change({ students: '{"studentId":["S01"],"lastName":[]}' })],
    ['is of another format', () => change({ format: 'of-later' })],
  ];
  const change = (values: Record<string, string>) =>
    Promise.all(
      Object.entries(values).map(([name, value]) =>
        createTableClientOfTests().send(
          new UpdateCommand({
            TableName,
            Key: key('1A'),
            UpdateExpression: 'SET #name = :value',
            ExpressionAttributeNames: { '#name': name },
            ExpressionAttributeValues: { ':value': value },
          }),
        ),
      ),
    );

  it.each(damage)('are read from the records and made again where one %s', async (_, damaged) => {
    await damaged();
    expect(await list()).toEqual(whole);
    expect(await findRosterFaults()).toEqual([]);
    // The next one reads the rosters alone.
    const traffic = await recordTraffic(list);
    expect(traffic.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'Query']);
  });

  it.each(damage)('are made again by a save where one %s', async (_, damaged) => {
    await damaged();
    const { status } = await admin.call(saveStudent, { id: 'S01', last_name: 'Aaron' });
    expect(status).toBe(200);
    expect(await findRosterFaults()).toEqual([]);
    expect((await list()).find(({ id }) => id === 'S01')?.last_name).toBe('Aaron');
  });

  it('are read from the records by a function that may not write them', async () => {
    await createTableClientOfTests().send(new DeleteCommand({ TableName, Key: key('1A') }));
    const listed = await hookTable(({ command, send }) => {
      if (/Put|Write/.test(command)) throw Object.assign(new Error('no'), { name: 'AccessDeniedException' });
      return send();
    }, list);
    expect(listed).toEqual(whole);
  });

  it('keep a student who is in a class that the school file does not have', async () => {
    for (const roster of await rosters())
      await createTableClientOfTests().send(new DeleteCommand({ TableName, Key: { pk: roster.pk, sk: roster.sk } }));
    const stray = { studentId: 'S99', firstName: 'Nia', lastName: 'Stray', classId: '9Z', formLevel: 9 };
    await createTableClientOfTests().send(
      new PutCommand({ TableName, Item: StudentEntity.item({ ...stray, status: 'current' }) }),
    );
    expect((await list()).map(({ id }) => id)).toContain('S99');
    expect(await findRosterFaults()).toEqual([]);
    expect((await list()).map(({ id }) => id)).toContain('S99');
  });

  it('have both of two saves of one class, however their requests fall between one another', async () => {
    const caller = { accountId: 'A1', name: 'Ada Office' };
    for (let before = 0; before < 5; before += 1) {
      const save = (studentId: string, field: string) => async () => {
        const student = await StudentEntity.get({ studentId });
        if (!student) throw new Error(`There is no ${studentId}`);
        return changeStudent({
          student,
          by: { caller, request: { now: new Date(), idempotencyKey: `${studentId}-${before}-${field}` } },
          changes: [{ field, before: student[field as 'houseCode'], after: `of ${before}` }],
        });
      };
      let outcomes: PromiseSettledResult<unknown>[] = [];
      const traffic = await recordTraffic(async () => {
        outcomes = await interleave([save('S01', 'houseCode'), save('S02', 'houseCode')], startSecondActAfter(before));
      });
      // One of them tries once more, at most.
      const transactions = traffic.filter(({ operation }) => operation === 'TransactWriteItems');
      expect([before, transactions.length <= 3]).toEqual([before, true]);
      expect([before, ...outcomes]).toEqual([
        before,
        { status: 'fulfilled', value: 'written' },
        { status: 'fulfilled', value: 'written' },
      ]);
      // Two facts of one student do not undo each other either.
      await interleave([save('S01', 'middleName'), save('S01', 'entryDate')], startSecondActAfter(before));
      expect([before, await findRosterFaults()]).toEqual([before, []]);
    }
  });

  it('are corrected where they are not as the records say', async () => {
    expect(await repairRosters()).toEqual([]);
    const [wrong] = (await rosters()).filter(({ classId }) => classId === '4A');
    const columns = JSON.parse(wrong?.students);
    for (const values of Object.values<unknown[]>(columns)) values.shift();
    await createTableClientOfTests().send(
      new PutCommand({ TableName, Item: { ...wrong, students: JSON.stringify(columns) } }),
    );
    const [other] = (await rosters()).filter(({ classId }) => classId === '1B');
    await createTableClientOfTests().send(
      new PutCommand({ TableName, Item: { ...other, students: other?.students.replace('Lastname S11', 'Nobody') } }),
    );
    expect(await findRosterFaults()).toHaveLength(3);
    // As the schedule starts it.
    const lines = collectLog();
    expect(await handler(nightlyRosterCheck.step)).toMatchObject({ isDone: true });
    expect(await findRosterFaults()).toEqual([]);
    vi.restoreAllMocks();
    expect(lines.flatMap(({ students }) => students ?? []).sort()).toEqual(['S11', 'S41']);
    expect(await repairRosters()).toEqual([]);
  });

  it('of 120 students with very long names are in parts far below 400 KB, and stay right when students leave', async () => {
    const long = (letter: string, index: number) => `${letter.repeat(110)} ${index}`;
    await addManyStudents({
      count: 120,
      classes: [{ classId: '4B', formLevel: 4 }],
      subjectIds: [],
      vary: (index) => ({ firstName: long('語', index), lastName: long('文', index), middleName: long('学', index) }),
    });
    expect(await findRosterFaults()).toEqual([]);
    const parts = (await rosters()).filter(({ classId }) => classId === '4B');
    expect(parts).toHaveLength(2);
    for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(130_000);
    for (const id of ['M0000', 'M0119']) {
      const left = { student_id: id, date_of_leaving: '2025-11-20', reason: 'Moved to Tobago.' };
      expect((await admin.call(archiveStudent, left)).status).toBe(200);
    }
    expect(await findRosterFaults()).toEqual([]);
    expect(await list()).toHaveLength(133);
  });
});

it('refuses a write of a student that no roster follows', async () => {
  const student = { studentId: 'S01', firstName: 'Nia', lastName: 'New', classId: '1A', formLevel: 1 };
  const current = { ...student, status: 'current' as const };
  const stamp = { Put: { TableName: 'trail', Item: { pk: 'p', sk: 's' } } };
  for (const action of [
    StudentEntity.put(current),
    StudentEntity.delete({ studentId: 'S01' }),
    StudentEntity.update({ studentId: 'S01' }, { set: { phone_cell: '1' } }),
    StudentEntity.update({ studentId: 'S01' }, { remove: ['hobbies'] }),
  ])
    await expect(carryOutAct({ changes: [action], stamp })).rejects.toThrow('without the student as read');
  // Alone, not even with it.
  await expect(write(StudentEntity.create(current))).rejects.toThrow('in an act');
  await expect(write(updateStudentAction(current, { set: { hobbies: 'Chess' }, where: {} }))).rejects.toThrow(
    'in an act',
  );
});
