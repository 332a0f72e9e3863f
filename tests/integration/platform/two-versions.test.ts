import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { kindAttribute } from '#functions/platform/table/table.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { createTableClientOfTests, findTableOfPartition, scanBothTables } from '../../support/school/both-tables.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { term, year } from '../../support/school/small-school.ts';
import { holdTimeForEachTest } from '../attendance/attendance-days.ts';
import { assessmentInput1A, markInput1A } from '../marks/mark-book/mark-book-page.ts';

/*
 * While a new version is rolled out, the one before answers most calls, about records that the new one has written
 * already. What is tested here of this version is what the version before has to do for it (ADR 0109).
 */
const school = schoolForTests();
const [mona, admin] = [school.as('T1'), school.as('A1')];
const today = '2025-10-15';
holdTimeForEachTest(`${today}T12:30:00.000Z`);

/** Writes what a later version would have added to each record of a kind about a student. */
async function addOfLaterVersion(kind: string, student: string): Promise<number> {
  const records = await recordsOf(kind, student);
  for (const { pk, sk } of records)
    await createTableClientOfTests().send(
      new UpdateCommand({
        TableName: findTableOfPartition(pk),
        Key: { pk, sk },
        UpdateExpression: 'SET ofLaterVersion = :it',
        ExpressionAttributeValues: { ':it': { kept: 'for the new version' } },
      }),
    );
  return records.length;
}

const recordsOf = async (kind: string, student: string) =>
  (await scanBothTables()).filter(
    (item) => item[kindAttribute] === kind && (String(item.pk).includes(`#${student}`) || item.studentId === student),
  );

const { saveSubjectRecord } = markSheetContract;
const { saveAssessment, saveMark } = markBookContract;
const saves: [what: string, kind: string, save: (value: number) => Promise<{ status: number }>][] = [
  [
    'a mark and a remark of a mark sheet',
    'subject-record',
    (value) =>
      mona.call(saveSubjectRecord, {
        subject_id: 'MATH',
        year,
        term,
        student_id: 'S01',
        class_id: '1A',
        exam_mark: value,
        comment: `A steady term: ${value}.`,
      }),
  ],
  [
    'a mark of a mark book',
    'course-work',
    async (value) => {
      await mona.call(saveAssessment, assessmentInput1A({ assesment_number: 1, total: 20 }));
      return mona.call(saveMark, markInput1A({ student_id: 'S01', assesment_number: 1, mark: value }));
    },
  ],
  [
    'a remark of a term report',
    'term-report',
    (value) =>
      admin.call(termReportsContract.saveTermReport, { student_id: 'S01', year, term, comments: `Steady: ${value}.` }),
  ],
  [
    'attendance',
    'attendance-record',
    (value) =>
      mona.call(attendanceContract.saveAttendanceRegister, {
        class_id: '1A',
        date: today,
        why: 'Entered later.',
        students: [{ student_id: 'S01', am: value === 5 ? 'P' : 'A' }],
      }),
  ],
];

describe('beside a later version, which stores more', () => {
  it.each(saves)('%s is saved, and what this version does not know stays', async (_, kind, save) => {
    expect((await save(5)).status).toBe(200);
    expect(await addOfLaterVersion(kind, 'S01')).toBeGreaterThan(0);
    expect((await save(6)).status).toBe(200);
    for (const record of await recordsOf(kind, 'S01'))
      expect(record.ofLaterVersion).toEqual({ kept: 'for the new version' });
  });
});
