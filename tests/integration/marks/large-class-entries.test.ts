import { beforeAll, describe, expect, it } from 'vitest';
import * as entries from '#functions/marks/records/class-entries.ts';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { writeBatches } from '#functions/platform/table/table.ts';
import { createSeededRandom } from '../../support/samples/random-numbers.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { term, year } from '../../support/school/small-school.ts';
import { recordTraffic } from '../../support/school/table-traffic.ts';
import { hookTable } from '../../support/step-by-step/table-requests.ts';

const of = { year, term } as const;

describe('what is kept of a large class', () => {
  schoolForTests();

  beforeAll(async () => {});
  const read = async (...classIds: string[]) => entries.readClassEntries({ ...of, classIds });

  it('is kept of 120 students with the longest ids, who have every figure, a random one, in each of a hundred subjects', async () => {
    const random = createSeededRandom(400);
    const below = (count: number) => Math.floor(random() * count);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ._-';
    const longIds = (count: number) =>
      Array.from({ length: count }, () => Array.from({ length: 40 }, () => letters[below(letters.length)]).join(''));
    const [studentIds, subjectIds, teachers] = [longIds(120), longIds(100), longIds(100)];
    const place = { classId: '2D', formLevel: 2 };
    const items = studentIds.flatMap((studentId) => [
      TermReportEntity.item({ ...of, studentId, ...place, subjectIds, timesAbsent: below(200) }),
      ...subjectIds.map((subjectId) =>
        SubjectRecordEntity.item({
          ...of,
          studentId,
          subjectId,
          ...place,
          employeeId: teachers[below(100)] ?? '',
          exam: below(1001) / 10,
          examOutOf: 1 + below(200),
          workSum: below(100_001) / 10,
          workOutOf: below(10_001),
          workAbsentOutOf: below(1001),
          ...(random() < 0.5 ? { comment: 'Good.' } : {}),
        }),
      ),
    ]);
    // As if they were stored: twelve thousand records.
    const first = await hookTable(
      async ({ command, send }) => {
        const answer = await send();
        if (command === 'QueryCommand') answer.output.Items = items;
        return answer;
      },
      () => read('2D'),
    );
    const traffic = await recordTraffic(async () => expect(await read('2D')).toEqual(first));
    expect(traffic.map(({ operation }) => operation)).toEqual(['BatchGetItem']);
    expect(first[0]?.records).toHaveLength(12_000);
    expect(Math.max(...(traffic[0]?.itemBytes ?? []))).toBeLessThan(150_000);
  });

  it('has a class of 120 students with 15 subjects in 12 KB, and a student in each of three classes', async () => {
    const subjectIds = Array.from({ length: 15 }, (_, index) => `SUB${index}`);
    const studentIds = Array.from({ length: 120 }, (_, index) => `20260${100 + index}`);
    const place = { classId: '2C', formLevel: 2 };
    await writeBatches(
      studentIds.map((studentId) => TermReportEntity.item({ ...of, studentId, ...place, subjectIds })),
    );
    const digits = (row: number, by: number) => ((row * by) % 701) / 10;
    const records = studentIds.flatMap((studentId, student) =>
      subjectIds.map((subjectId, subject) => ({
        ...of,
        studentId,
        subjectId,
        ...place,
        employeeId: `T${subject}`,
        comment: 'Good.',
        examOutOf: 70,
        exam: digits(student * 15 + subject, 313),
        workSum: (student * 37 + subject * 101) % 97,
        workOutOf: 110,
      })),
    );
    await writeBatches(records.map((record) => SubjectRecordEntity.item(record)));
    const others = ['2A', '2B'].map((classId) => ({ ...records[0], classId, subjectId: `OTHER${classId}` }));
    await writeBatches(others.map((record) => SubjectRecordEntity.item(record as never)));
    await read('2A', '2B', '2C');
    const [traffic] = await recordTraffic(() => read('2C'));
    expect(Math.max(...(traffic?.itemBytes ?? []))).toBeLessThan(12_000);
    const [inA, inB, inC] = await read('2A', '2B', '2C');
    expect(inC?.records).toHaveLength(1800);
    expect(inC?.reports).toHaveLength(120);
    expect(inC?.records[16]).toEqual({
      studentId: '20260101',
      classId: '2C',
      subjectId: 'SUB1',
      employeeId: 'T1',
      hasComment: true,
      exam: digits(16, 313),
      examOutOf: 70,
      workSum: 37 + 4,
      workOutOf: 110,
      workAbsentOutOf: undefined,
    });
    const ofFirst = (found: typeof inA) => found?.records.filter(({ studentId }) => studentId === '20260100').length;
    expect([ofFirst(inA), ofFirst(inB), ofFirst(inC)]).toEqual([1, 1, 15]);
  });

  it('is two units a class, sixty for thirty classes, for ten students a class as for forty', async () => {
    const sizes = { '3A': 10, '3B': 40 };
    for (const [classId, size] of Object.entries(sizes)) {
      const records = Array.from({ length: size * 13 }, (_, row) => ({
        ...of,
        studentId: `2026${classId}${Math.floor(row / 13)}`,
        subjectId: `SUB${row % 13}`,
        classId,
        formLevel: 3,
        exam: (row * 313) % 70,
        examOutOf: 70,
        workSum: (row * 137) % 110,
        workOutOf: 110,
        employeeId: `T${row % 13}`,
      }));
      await writeBatches(records.map((record) => SubjectRecordEntity.item(record as never)));
      expect((await read(classId))[0]?.records).toHaveLength(size * 13);
      const [traffic] = await recordTraffic(() => read(classId));
      expect(traffic?.units).toBeLessThanOrEqual(2);
      expect(Math.max(...(traffic?.itemBytes ?? []))).toBeLessThan(4096);
    }
  });
});
