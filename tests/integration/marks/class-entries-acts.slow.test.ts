import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as entries from '#functions/marks/records/class-entries.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { localNames } from '../../../local/environment.ts';
import { holdClock } from '../../support/clock.ts';
import { isWholeRun } from '../../support/samples/whole-run.ts';
import { createTableClientOfTests, type TableItem } from '../../support/school/both-tables.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { studentIdsOfClasses, term, year, yearId } from '../../support/school/small-school.ts';
import { createRandomActs } from '../../support/step-by-step/random-acts.ts';
import { hookTable } from '../../support/step-by-step/table-requests.ts';

const seed = Number(process.env.ACTS_SEED ?? 31);
const actsToTry = isWholeRun ? 10_000 : 250;
const of = { year, term } as const;
const classIds = Object.keys(studentIdsOfClasses);
const studentIds = Object.values(studentIdsOfClasses).flat();
const subjectIds = ['MATH', 'ENGL'];

/** What is entered of each class, counted from the stored records by hand. */
function countedFrom(items: readonly TableItem[]) {
  return classIds.map((classId) => {
    const here = items.filter(({ gsi2pk }) => gsi2pk === `class#${year}#${term}#${classId}`);
    const byKey = here.toSorted((a, b) => (`${a.studentId} ${a.subjectId}` < `${b.studentId} ${b.subjectId}` ? -1 : 1));
    const isText = (text: unknown) => typeof text === 'string' && /\S/.test(text);
    return {
      reports: byKey.flatMap((item) =>
        item.subjectId === undefined
          ? {
              studentId: item.studentId,
              classId,
              timesAbsent: item.timesAbsent,
              subjectIds: [...((item.subjectIds as Set<string> | undefined) ?? [])].sort(),
              hasFormTeacherRemark: isText(item.formTeacherComments),
              hasDeanRemark: isText(item.deanComments),
            }
          : [],
      ),
      records: byKey.flatMap((item) =>
        item.subjectId === undefined
          ? []
          : {
              studentId: item.studentId,
              classId,
              subjectId: item.subjectId,
              employeeId: item.employeeId,
              exam: item.exam,
              examOutOf: item.examOutOf,
              hasComment: isText(item.comment),
              workSum: item.workSum,
              workOutOf: item.workOutOf,
              workAbsentOutOf: item.workAbsentOutOf,
            },
      ),
    };
  });
}

describe(`what is kept of a class, after ${actsToTry} acts of seed ${seed}`, () => {
  const school = schoolForTests();
  const acts = createRandomActs(seed, { admin: school.as('A1'), mona: school.as('T1'), eric: school.as('T2') });
  const { random, below, oneOf, tryCall } = acts;
  let clock: ReturnType<typeof holdClock>;
  /** What the records were from which moment on, the latest last. */
  const past: { at: number; items: TableItem[] }[] = [];

  beforeAll(async () => {
    clock = holdClock();
    await remember();
  });
  afterAll(() => void vi.useRealTimers());

  /**
   * The records of a class, from the index that the stand-in writes at once: scans of ten thousand acts would take
   * hours.
   */
  async function recordsOf(classId: string): Promise<TableItem[]> {
    const { Items = [] } = await createTableClientOfTests().send(
      new QueryCommand({
        TableName: localNames.table,
        IndexName: 'gsi2',
        KeyConditionExpression: 'gsi2pk = :class',
        ExpressionAttributeValues: { ':class': `class#${year}#${term}#${classId}` },
      }),
    );
    return Items;
  }
  async function remember(): Promise<TableItem[]> {
    const items = (await Promise.all(classIds.map(recordsOf))).flat();
    past.push({ at: Date.now(), items });
    if (past.length > 200) past.splice(0, 100);
    return items;
  }

  /** Reads as from an index that is forty seconds behind. */
  const readBehind = (some: readonly string[]) =>
    hookTable(
      async ({ command, input, send }) => {
        const result = await send();
        const { items } = past.findLast(({ at }) => at <= Date.now() - 40_000) ?? past[0] ?? { items: [] };
        if (command === 'ExecuteStatementCommand') {
          const partitions = input.Parameters as string[];
          result.output.Items = items.filter(({ gsi3pk }) => partitions.includes(String(gsi3pk)));
        }
        if (command === 'QueryCommand' && input.IndexName === 'gsi2') {
          const { ':pk': partition, ':sk0': begins = '' } = input.ExpressionAttributeValues as Record<string, string>;
          result.output.Items = items.filter(
            ({ gsi2pk, gsi2sk }) => gsi2pk === partition && String(gsi2sk).startsWith(begins),
          );
        }
        return result;
      },
      () => entries.readClassEntries({ ...of, classIds: some }),
    );

  const place = async (studentId: string) => {
    const items = past.at(-1)?.items ?? [];
    const report = items.find((item) => item.studentId === studentId && item.subjectId === undefined);
    return String(report?.classId ?? '4A');
  };

  async function act(): Promise<void> {
    const studentId = oneOf(studentIds);
    const classId = await place(studentId);
    const ofStudent = { student_id: studentId, ...of };
    const subject_id = oneOf(subjectIds);
    const kinds: (() => Promise<void>)[] = [
      () => {
        const teacher = subject_id === 'MATH' && classId !== '1B' ? 'mona' : 'eric';
        const typed =
          random() < 0.3 ? { comment: oneOf(['Reads widely.', null]) } : { exam_mark: oneOf([null, 'Abs', below(60)]) };
        if (teacher === 'eric' && classId.startsWith('4')) return Promise.resolve();
        return tryCall(teacher, markSheetContract.saveSubjectRecord, {
          ...ofStudent,
          subject_id,
          class_id: classId,
          ...typed,
        });
      },
      () =>
        classId === '1B'
          ? Promise.resolve()
          : tryCall('mona', markBookContract.saveMark, {
              employee_id: 'T1',
              subject_id: 'MATH',
              academic_year_id: yearId,
              term,
              student_id: studentId,
              assesment_number: 1 + below(3),
              mark: oneOf([null, 'Ex', 'Abs', below(10)]),
            }),
      () =>
        tryCall('admin', termReportsContract.saveTermReport, {
          ...ofStudent,
          class_id: classId,
          comments: oneOf(['A pleasing term.', null]),
          times_absent: below(9),
        }),
      () =>
        tryCall('admin', termReportsContract.deleteSubjectRecord, {
          ...ofStudent,
          subject_id,
          class_id: classId,
        }),
      () => tryCall('admin', termReportsContract.deleteTermReport, ofStudent),
      () =>
        tryCall('admin', termReportsContract.updateSubjectRecord, {
          ...ofStudent,
          class_id: classId,
          subject_id_old: subject_id,
          subject_id_new: oneOf(subjectIds),
          comment: oneOf(['Works well.', null]),
        }),
      () => tryCall('admin', termReportsContract.changeClass, { student_id: studentId, class_id: oneOf(classIds) }),
      () => tryCall('admin', studentSubjectsContract.removeStudentsFromSubject, { subject_id, students: [studentId] }),
      () =>
        tryCall('admin', studentSubjectsContract.assignStudents, {
          subject_id,
          students: [studentId],
          employee_id: null,
          was: { employee_id: null },
        }),
      () =>
        tryCall('admin', studentRegisterContract.archiveStudent, {
          student_id: studentId,
          date_of_leaving: '2025-11-20',
          reason: 'Moved to Tobago.',
        }),
      () =>
        tryCall('admin', studentRegisterContract.restoreStudent, {
          student_id: studentId,
          class_id: oneOf(classIds),
        }),
      () => {
        const undo = acts.takeUndo();
        if (!undo) return Promise.resolve();
        return tryCall('admin', undoContract.undoAct, { undo: undo.key });
      },
    ];
    await oneOf(kinds)();
  }

  it(
    'equals the records whenever it is served, with kills at any write and readers from an index that lags',
    async () => {
      let kept = 0;
      for (let number = 0; number < actsToTry; number += 1) {
        clock.passMinutes((random() * 120) / 60);
        await act();
        const items = await remember();
        if (random() < 0.5) await readBehind([oneOf(classIds), oneOf(classIds)]);
        // A read right after a change, of indexes that have it, shows it.
        if (random() < 0.5) {
          const some = [oneOf(classIds), oneOf(classIds)];
          const expected = countedFrom(items);
          expect(await entries.readClassEntries({ ...of, classIds: some }), `just after act ${number}`).toEqual(
            some.map((classId) => expected[classIds.indexOf(classId)]),
          );
        }
        if (random() > 0.3) continue;
        // Until nothing that this process remembers has a say, and indexes are not behind any more.
        clock.passMinutes(2.1);
        let queries = 0;
        const found = await hookTable(
          ({ command, input, send }) => {
            if (command === 'QueryCommand') queries += 1;
            if (command === 'ExecuteStatementCommand') queries += (input.Parameters as string[]).length;
            return send();
          },
          () => entries.readClassEntries({ ...of, classIds }),
        );
        kept += classIds.length - queries;
        expect(found, `after act ${number}`).toEqual(countedFrom(items));
        expect(await entries.repairClassEntries({ ...of, classIds })).toEqual([]);
      }
      // Most acts are of one class: those of the others were kept.
      expect(kept).toBeGreaterThan(actsToTry / 4);
      // Each of the ten paths has done something, not only refused.
      const carriedOut = Object.keys(acts.answers).filter((one) => one.endsWith(' 200'));
      expect(carriedOut.length, JSON.stringify(acts.answers)).toBe(10);
    },
    isWholeRun ? 3_600_000 : 180_000,
  );
});
