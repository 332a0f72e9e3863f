import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as entries from '#functions/marks/records/class-entries.ts';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { logger } from '#functions/platform/log.ts';
import { documentClient, tableNames } from '#functions/platform/table/table.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { holdClock } from '../../support/clock.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { findRosterFaults } from '../../support/school/roster-faults.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { term, year } from '../../support/school/small-school.ts';
import { restoreAfterEach } from '../../support/school/table-content.ts';
import { recordTraffic } from '../../support/school/table-traffic.ts';
import { hookTable } from '../../support/step-by-step/table-requests.ts';

const of = { year, term } as const;

describe('what is kept of a class and term', () => {
  const school = schoolForTests();
  const mona = school.as('T1');
  const admin = school.as('A1');
  let begun = 0;
  let clock: ReturnType<typeof holdClock>;

  beforeAll(async () => {});
  restoreAfterEach();
  beforeEach(() => {
    clock = holdClock();
    // Each test begins when the changes of the one before it are long ago.
    begun += 5;
    clock.passMinutes(begun);
  });
  afterEach(() => void vi.useRealTimers());

  const read = async (...classIds: string[]) => (await entries.readClassEntries({ ...of, classIds })) ?? [];
  const examOf = async (studentId: string, classId = '4A') =>
    (await read(classId))[0]?.records.find((one) => one.studentId === studentId && one.subjectId === 'MATH')?.exam;
  const requestsOf = async (work: () => Promise<unknown>) =>
    (await recordTraffic(work)).map(({ operation }) => operation);
  const save = async (studentId: string, exam: number | string, classId = '4A') => {
    const { status } = await mona.call(markSheetContract.saveSubjectRecord, {
      student_id: studentId,
      subject_id: 'MATH',
      class_id: classId,
      ...of,
      exam_mark: exam as number,
    });
    expect(status).toBe(200);
  };
  const fromKept = ['BatchGetItem'];
  const madeAndKept = ['BatchGetItem', 'Query', 'PutItem'];
  const madeOnly = ['BatchGetItem', 'Query'];
  const subjectMade = ['BatchGetItem', 'ExecuteStatement'];

  it('is made by the first who reads it, and then read in one request', async () => {
    expect(await requestsOf(() => read('4A'))).toEqual(madeAndKept);
    expect(await requestsOf(() => read('4A'))).toEqual(fromKept);
    expect(await requestsOf(() => read('4A', '4B'))).toEqual(madeAndKept);
    expect(await requestsOf(() => read('4A', '4B'))).toEqual(fromKept);
  });

  it('is never older than the last save, and is kept again two minutes after it', async () => {
    await read('4A', '4B');
    await save('S41', 61);
    expect(await examOf('S41')).toBe(61);
    expect(await requestsOf(() => read('4A'))).toEqual(subjectMade);
    expect(await requestsOf(() => read('4B'))).toEqual(fromKept);
    clock.passMinutes(1.9);
    expect(await requestsOf(() => read('4A'))).toEqual(subjectMade);
    clock.passMinutes(0.2);
    expect(await requestsOf(() => read('4A'))).toEqual([...subjectMade, 'PutItem']);
    expect(await requestsOf(() => read('4A'))).toEqual(fromKept);
    expect(await examOf('S41')).toBe(61);
  });

  it('is read again of the subjects and reports alone that changed, and keeps each when it is two minutes old', async () => {
    await read('4A');
    await save('S41', 63);
    expect(await examOf('S41')).toBe(63);
    const remark = async (comments: string) => {
      const input = { student_id: 'S42', class_id: '4A', ...of, comments };
      expect((await admin.call(termReportsContract.saveTermReport, input)).status).toBe(200);
    };
    await remark('A pleasing term.');
    clock.passMinutes(1.5);
    await remark('A very pleasing term.');
    const hasRemark = async () =>
      (await read('4A'))[0]?.reports.map(({ studentId, hasFormTeacherRemark }) => [studentId, hasFormTeacherRemark]);
    const remarks = [
      ['S41', false],
      ['S42', true],
      ['S43', false],
      ['S44', false],
    ];
    expect(await hasRemark()).toEqual(remarks);
    // More is stale than not, so all is read; the subject is old enough to be kept, the remark is not.
    clock.passMinutes(0.6);
    expect(await requestsOf(() => read('4A'))).toEqual(madeAndKept);
    const [, reports] = await recordTraffic(() => read('4A'));
    expect(reports).toMatchObject({ operation: 'Query' });
    expect(reports?.itemBytes).toHaveLength(4);
    expect(await examOf('S41')).toBe(63);
    clock.passMinutes(1.5);
    expect(await requestsOf(() => read('4A'))).toEqual(madeAndKept);
    expect(await requestsOf(() => read('4A'))).toEqual(fromKept);
    expect(await hasRemark()).toEqual(remarks);
    expect(await examOf('S41')).toBe(63);
    expect(await entries.repairClassEntries({ ...of, classIds: ['4A'] })).toEqual([]);
  });

  it('becomes stale by the first of several saves: the others of half a minute write no more than before', async () => {
    const unitsOf = async (exam: number) => {
      const traffic = await recordTraffic(() => save('S41', exam));
      return traffic.filter(({ operation }) => operation === 'TransactWriteItems').map(({ units }) => units);
    };
    await save('S41', 50);
    clock.passMinutes(0.6);
    const [first] = await unitsOf(51);
    const [second] = await unitsOf(52);
    expect((first ?? 0) - (second ?? 0)).toBe(2);
    clock.passMinutes(0.6);
    expect(await unitsOf(53)).toEqual([first]);
    clock.passMinutes(2.1);
    expect(await examOf('S41')).toBe(53);
    await save('S41', 54);
    expect(await examOf('S41')).toBe(54);
  });

  it('is made again where it is missing, damaged, of another format, or of a version that the class never had', async () => {
    await save('S41', 62);
    clock.passMinutes(3);
    await read('4A');
    const Key = { pk: `class-summary#${year}#${term}#4A`, sk: 'marks' };
    const one = { TableName: tableNames().records, Key };
    const { Item } = await documentClient.send(new GetCommand(one));
    const set = (name: string, value: unknown) =>
      documentClient.send(
        new UpdateCommand({
          ...one,
          UpdateExpression: 'SET #n = :v',
          ExpressionAttributeNames: { '#n': name },
          ExpressionAttributeValues: { ':v': value },
        }),
      );
    const bytes = Buffer.from(Item?.content as Uint8Array);
    for (const spoil of [
      () => set('format', 0),
      () => set('version', 0),
      () => set('version', 1000),
      () => set('content', bytes.subarray(0, 20)),
      () => set('content', Buffer.concat([bytes.subarray(0, 30), Buffer.from([1, 2, 3]), bytes.subarray(33)])),
      () => documentClient.send(new DeleteCommand(one)),
    ]) {
      await spoil();
      expect(await requestsOf(async () => expect(await examOf('S41')).toBe(62))).toEqual(madeAndKept);
      expect(await requestsOf(async () => expect(await examOf('S41')).toBe(62))).toEqual(fromKept);
    }
  });

  it('is not replaced by a reader who began before a later change', async () => {
    await save('S41', 63);
    clock.passMinutes(3);
    let isLate = false;
    await hookTable(
      async ({ command, send }) => {
        const answer = await send();
        if (command === 'QueryCommand' && !isLate) {
          // Between this reader's records and what it keeps of them, somebody saves, and another reader keeps that.
          isLate = true;
          await save('S41', 64);
          clock.passMinutes(3);
          await read('4A');
        }
        return answer;
      },
      () => read('4A'),
    );
    expect(isLate).toBe(true);
    expect(await requestsOf(async () => expect(await examOf('S41')).toBe(64))).toEqual(fromKept);
  });

  const place = { classId: '4A', formLevel: 4 };
  const none = { classId: null, formLevel: null };

  it('is compared with the records, and corrected where it is wrong', async () => {
    await read('4A', '4B');
    // Past every rule: no version moves.
    const key = { studentId: 'S41', ...of, subjectId: 'MATH' };
    await executeActionOfTest(SubjectRecordEntity.upsert(key, { set: { ...place, exam: 17 }, where: [place, none] }));
    expect(await examOf('S41')).not.toBe(17);
    const classIds = ['1A', '4A', '4B'];
    expect(await entries.repairClassEntries({ ...of, classIds })).toEqual(['4A']);
    expect(await examOf('S41')).toBe(17);
    expect(await entries.repairClassEntries({ ...of, classIds })).toEqual([]);
  });

  it('is compared with the records by its first reader of another day, who corrects and logs it', async () => {
    await read('4A');
    const key = { studentId: 'S41', ...of, subjectId: 'MATH' };
    await executeActionOfTest(SubjectRecordEntity.upsert(key, { set: { ...place, exam: 18 }, where: [place, none] }));
    clock.passMinutes(23 * 60);
    expect(await requestsOf(() => read('4A'))).toEqual(fromKept);
    clock.passMinutes(2 * 60);
    const logged = vi.spyOn(logger, 'error').mockImplementation(() => undefined);
    expect(await requestsOf(async () => expect(await examOf('S41')).toBe(18))).toEqual([
      ...madeOnly,
      'GetItem',
      'PutItem',
    ]);
    expect(logged.mock.calls).toEqual([['class summary was wrong', { of: 'marks', ...of, classId: '4A' }]]);
    logged.mockRestore();
    expect(await requestsOf(async () => expect(await examOf('S41')).toBe(18))).toEqual(fromKept);
  });

  it('has every one of the saves of four students at once, each of which is one transaction', async () => {
    await read('4A');
    const marks = { S41: 31, S42: 32, S43: 33, S44: 34 };
    const operations = await requestsOf(() =>
      Promise.all(Object.entries(marks).map(([studentId, exam]) => save(studentId, exam))),
    );
    expect(operations.filter((one) => one === 'TransactWriteItems')).toHaveLength(4);
    clock.passMinutes(3);
    for (const [studentId, exam] of Object.entries(marks)) expect(await examOf(studentId)).toBe(exam);
    expect(await requestsOf(() => read('4A'))).toEqual(fromKept);
  });

  it('has a student who was in three classes in one term in the last of them', async () => {
    await save('S41', 45);
    clock.passMinutes(3);
    for (const class_id of ['4B', '1A', '1B']) {
      await read('4A', '4B', '1A', '1B');
      const { status } = await admin.call(termReportsContract.changeClass, { student_id: 'S41', class_id });
      expect(status).toBe(200);
      const exams = async () => Promise.all(['4A', '4B', '1A', '1B'].map((classId) => examOf('S41', classId)));
      const expected = ['4A', '4B', '1A', '1B'].map((classId) => (classId === class_id ? 45 : undefined));
      expect(await exams()).toEqual(expected);
      clock.passMinutes(3);
      expect(await exams()).toEqual(expected);
      expect(await entries.repairClassEntries({ ...of, classIds: ['4A', '4B', '1A', '1B'] })).toEqual([]);
    }
    expect(await findRosterFaults()).toEqual([]);
  });
});
