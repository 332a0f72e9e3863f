import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { repairRosters } from '#functions/students/records/rosters/repair-rosters.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { localNames } from '../../../../local/environment.ts';
import { isWholeRun } from '../../../support/samples/whole-run.ts';
import { createTableClientOfTests } from '../../../support/school/both-tables.ts';
import { findRosterFaults } from '../../../support/school/roster-faults.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { studentIdsOfClasses } from '../../../support/school/small-school.ts';
import { createRandomActs } from '../../../support/step-by-step/random-acts.ts';
import { placementActs } from '../placement/placement-acts.ts';

const seed = Number(process.env.ACTS_SEED ?? 31);
const actsToTry = isWholeRun ? 10_000 : 250;
/** Scans of the whole table: after ten thousand acts each takes a tenth of a second. */
const actsBetweenLooks = isWholeRun ? 10 : 1;
const classIds = Object.keys(studentIdsOfClasses);
const { saveStudent, addStudent, archiveStudent, restoreStudent, listAllStudents } = studentRegisterContract;
const { undoAct: undoStudentAct } = undoContract;

describe(`the rosters after ${actsToTry} acts of seed ${seed}`, () => {
  const school = schoolForTests();
  const office = school.as('A1');
  const clerk = school.as('A2');
  const acts = createRandomActs(seed, { admin: office, clerk });
  const { random, oneOf, below, tryCall } = acts;
  const studentIds: string[] = Object.values(studentIdsOfClasses).flat();
  let placing: Awaited<ReturnType<typeof placementActs>>;

  beforeAll(async () => {
    placing = await placementActs();
  });

  const archived = () => ({ date_of_leaving: '2025-11-20', reason: oneOf(['Moved to Tobago.', null]) });
  const facts = () => ({
    ...(random() < 0.5 ? { last_name: `Lastname ${below(100)}`, first_name: oneOf(['Zoë', 'Nia', 'Bo']) } : {}),
    ...(random() < 0.3 ? { middle_name: oneOf(['语言', null]), entry_date: oneOf(['2023-09-04', null]) } : {}),
    ...(random() < 0.3 ? { house_code: oneOf(['Red', 'Blue', null]), phone_cell: oneOf(['868-555-0100', null]) } : {}),
    ...(random() < 0.3 ? { class_id: oneOf(classIds) } : {}),
  });
  const who = () => oneOf(['admin', 'clerk'] as const);
  const ofRoster = (classId: string) => ({
    TableName: localNames.table,
    Key: { pk: 'class-rosters', sk: `${classId}#0` },
  });
  const change = (classId: string, name: string, value: string) =>
    createTableClientOfTests().send(
      new UpdateCommand({
        ...ofRoster(classId),
        UpdateExpression: 'SET #name = :value',
        ExpressionAttributeNames: { '#name': name },
        ExpressionAttributeValues: { ':value': value },
      }),
    );
  /** What nobody can read is made again by the next reader or writer. */
  const damage = async (classId: string) => {
    const ways = [
      () => createTableClientOfTests().send(new DeleteCommand(ofRoster(classId))),
      () => change(classId, 'students', '{"studentId":["S01"'),
      () => change(classId, 'format', 'of-later'),
    ];
    await oneOf(ways)();
    if (random() < 0.5) await office.call(saveStudent, { id: oneOf(studentIds), phone_cell: '868-555-0101' });
    await office.call(listAllStudents, { view: 'current' });
  };
  /** What reads well and is wrong is found by the check alone. */
  const falsify = async (classId: string) => {
    const { Item } = await createTableClientOfTests().send(new GetCommand(ofRoster(classId)));
    const columns = JSON.parse(String(Item?.students)) as Record<string, unknown[]>;
    const wrong = columns.studentId?.[0];
    if (wrong === undefined) return;
    if (random() < 0.5) for (const values of Object.values(columns)) values.shift();
    else columns.lastName = columns.lastName?.with(0, 'Nobody') ?? [];
    await change(classId, 'students', JSON.stringify(columns));
    expect(await repairRosters()).toEqual([wrong]);
  };

  async function act(): Promise<void> {
    const student_id = oneOf(studentIds);
    const kinds: (() => Promise<unknown>)[] = [
      () => tryCall(who(), saveStudent, { id: student_id, ...facts() }),
      // Two people of the office at once.
      () => Promise.all([office, clerk].map((one) => one.call(saveStudent, { id: oneOf(studentIds), ...facts() }))),
      () => tryCall(who(), archiveStudent, { student_id, ...archived() }),
      () => tryCall(who(), restoreStudent, { student_id, class_id: oneOf(classIds) }),
      () => tryCall('admin', termReportsContract.changeClass, { student_id, class_id: oneOf(classIds) }),
      async () => {
        if (studentIds.length > 60) return;
        const id = `N${studentIds.length}`;
        await tryCall(who(), addStudent, {
          id,
          first_name: 'Nadia',
          last_name: `Newcomer ${id}`,
          class_id: oneOf(classIds),
          is_another: true,
          date_of_birth: '2014-05-06',
          birth_certificate_no: `9${id.slice(1).padStart(9, '0')}`,
        });
        studentIds.push(id);
      },
      async () => {
        const undo = acts.takeUndo();
        if (undo && undo.row.path !== termReportsContract.changeClass.path)
          await tryCall('admin', undoStudentAct, { undo: undo.key });
      },
      // A school is promoted once a year: of each student it is tried, and most are refused after the first time.
      async () => {
        const { placers } = placing.actsOf(student_id);
        await placers[oneOf(['promote', 'undo the promotion', 'register', 'undo the registration'] as const)]();
      },
      () => (random() < 0.3 ? damage(oneOf(classIds)) : Promise.resolve()),
      () => (random() < 0.3 ? falsify(oneOf(classIds)) : Promise.resolve()),
    ];
    await oneOf(kinds)();
  }

  it(
    'equal the records, with kills at any write, two writers at once, and rosters that are lost, damaged and wrong',
    async () => {
      for (let number = 1; number <= actsToTry; number += 1) {
        await act();
        if (number % actsBetweenLooks > 0) continue;
        expect(await findRosterFaults(), `after act ${number}`).toEqual([]);
      }
      expect(await repairRosters()).toEqual([]);
      // Every act has been done, not only refused.
      const carriedOut = Object.keys(acts.answers).filter((one) => one.endsWith(' 200'));
      expect(carriedOut.length, JSON.stringify(acts.answers)).toBe(6);
    },
    isWholeRun ? 3_600_000 : 180_000,
  );
});
