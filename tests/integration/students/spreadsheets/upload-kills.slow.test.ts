import { describe, expect, it } from 'vitest';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { JobEntity } from '#functions/platform/jobs/store.ts';
import { carryOutAct } from '#functions/platform/table/acts/carry-out-act.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { removeStudentAct } from '#functions/students/records/remove-student.ts';
import { readStudents, StudentEntity } from '#functions/students/records/store.ts';
import { handler } from '#functions/students/spreadsheets/jobs/lambda.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { placementWordings, sheetWordings } from '#shared/students/wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { findRosterFaults } from '../../../support/school/roster-faults.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { listChangesSince, readTableContent, saveTableForRestore } from '../../../support/school/table-content.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';
import { killAtEachWrite } from '../../../support/step-by-step/kill-at-write.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const { readStudentUploadProgress, applyStudentUpload } = studentSpreadsheetsContract;
const { listActs: listStudentUploads, undoAct: undoStudentUpload } = undoContract;

const row = (number: number) => ({
  row: number + 2,
  id: '',
  last_name: `New ${number}`,
  first_name: `Nia ${number}`,
  sea_no: `00${number}`,
  class_id: '1A',
  date_of_birth: '',
  house_name: '',
  entry_date: '',
  more: ['Arima'],
  student_id: null,
});
const list = (count: number) => ({
  data: Array.from({ length: count }, (_, index) => row(index)),
  columns: ['address_line_2' as const],
});
/** A row that changes facts and class of a student who is there. */
const change = {
  ...row(900),
  last_name: '',
  first_name: 'Renamed',
  sea_no: '',
  id: 'S01',
  class_id: '1B',
  student_id: 'S01',
  was: { first_name: 'Pupil S01', class_id: '1A', address_line_2: '' },
};

describe('the run of an upload', () => {
  const school = steppedSchoolForTests(handler);

  type List = Parameters<typeof school.admin.call<typeof applyStudentUpload>>[1];
  const keyOf = (name: string) => ({ 'Idempotency-Key': `upload-${name}` });
  const begin = (input: List, name: string) => school.admin.call(applyStudentUpload, input, keyOf(name));
  async function run(input: List, name: string) {
    await begin(input, name);
    await school.work();
    return (await begin(input, name)).body;
  }
  const undo = async (name: string) => {
    const input = { undo: `A1/upload-${name}` };
    const key = { 'Idempotency-Key': `undo-of-${name}` };
    const begun = await school.admin.call(undoStudentUpload, input, key);
    if (begun.status !== 200) return begun;
    await school.work();
    return school.admin.call(undoStudentUpload, input, key);
  };
  /** Students who are in the register, with their trails' length, by name. */
  const register = async () => {
    const data = await StudentEntity.queryBy('all', { status: 'current' });
    const found = data.filter(({ lastName }) => lastName.startsWith('New') || lastName.endsWith('S01'));
    const lines = await Promise.all(
      found.map(async ({ studentId }) => (await listAuditTrail(`student#${studentId}`)).length),
    );
    return found
      .map((one, index) => [one.lastName, one.firstName, one.classId, one.address_line_2, lines[index]].join(' '))
      .sort();
  };
  /** A run that gave no sign for a while is begun again when its end is asked for. */
  const silence = async () => {
    for (const name of ['upload-students', 'undo-student-upload']) {
      const data = await JobEntity.query({ name });
      for (const { key } of data)
        await executeActionOfTest(JobEntity.update({ name, key }, { set: { notedAt: '2020-01-01T00:00:00.000Z' } }));
    }
  };
  // Who left a class on a day stays listed: a register asks the student's record for the rest.
  const besides = (keys: string[]) =>
    keys
      .filter((key) => !/^(audit|act|job)#/.test(key))
      .map((key) => key.replace(/^class-leavers \d{4}-\d\d-\d\d#/, 'class-leavers day#'));

  it.each([
    false,
    true,
  ])('killed at each of its writes in turn (%s: the write was carried out), ends with each row once', async (isWritten) => {
    const input = { ...list(60), data: [...list(60).data, change] };
    const all = () => run(input, 'to-be-killed');
    await all();
    const end = await register();
    expect(end).toHaveLength(61);
    const writes = await killAtEachWrite({
      isWritten,
      begin: async () => {
        school.endAll();
        await school.bringBack();
        return all;
      },
      after: async (index) => {
        school.endAll();
        await silence();
        const { state, rows } = await run(input, 'to-be-killed');
        expect([index, state, rows.filter(({ error }) => error === 1)]).toEqual([index, 'finished', []]);
        expect([index, await register()]).toEqual([index, end]);
        expect([index, await findRosterFaults()]).toEqual([index, []]);
      },
    });
    // The act, the plan, the job; a transaction and a note for each of two batches; the facts and the class of one
    // student.
    expect(writes).toBe(3 + 2 * 2 + 2);
  });

  it.each([
    false,
    true,
  ])('its undo, killed at each of its writes in turn (%s: the write was carried out), leaves nothing of it', async (isWritten) => {
    const before = await readTableContent();
    await run({ ...list(40), data: [...list(40).data, change] }, 'to-be-undone');
    const done = await saveTableForRestore();
    // Up to where ids were planned stays: an id that was on a list is not given to somebody else.
    const left = ['class-leavers day#1A#S01', 'class-leavers day#1B#S01', 'student-ids planned'];
    await killAtEachWrite({
      isWritten,
      begin: async () => {
        school.endAll();
        await done();
        return () => undo('to-be-undone');
      },
      after: async (index) => {
        school.endAll();
        await silence();
        const answer = await undo('to-be-undone');
        expect([index, answer.status, answer.body]).toMatchObject([index, 200, { state: 'finished', left: [] }]);
        expect([index, besides(await listChangesSince(before))]).toEqual([index, left]);
        const [act] = (await school.admin.call(listStudentUploads, { of: 'student-spreadsheets' })).body;
        expect([index, act?.what, act?.undone_at === null]).toEqual([index, '41 students uploaded', false]);
      },
    });
  });

  it('leaves those who were changed, given a subject or registered since, and says so', async () => {
    const input = list(5);
    const { rows } = await run(input, 'touched');
    const ids = rows.map(({ id }) => id);
    expect((await undo('none')).status).toBe(404);
    await executeActionOfTest(StudentEntity.update({ studentId: ids[0] ?? '' }, { set: { address_line_2: 'Tobago' } }));
    await executeActionOfTest(StudentEntity.update({ studentId: ids[1] ?? '' }, { set: { givenBy: 'somebody' } }));
    await executeActionOfTest(
      TermReportEntity.put({ studentId: ids[2] ?? '', year, term, classId: '1A', formLevel: 1 }),
    );
    await executeActionOfTest(
      StudentEntity.update({ studentId: ids[3] ?? '' }, { set: { phone_cell: '868-555-0101' } }),
    );
    const { body } = await undo('touched');
    const leftOf = (at: number, reason: string) => expect.stringMatching(new RegExp(`\\(${ids[at]}\\): ${reason}$`));
    expect(body.left).toEqual([
      leftOf(0, placementWordings.changedSince('Town')),
      leftOf(1, placementWordings.subjectSince),
      leftOf(2, placementWordings.registeredSince),
      leftOf(3, placementWordings.changedSince('Cell Phone')),
    ]);
    expect((await register()).filter((line) => line.startsWith('New'))).toHaveLength(4);
  });

  it('removes nobody who is changed, or registered, in the moment of the undo', async () => {
    const { rows } = await run(list(2), 'raced');
    const [changed, registered] = await readStudents(rows.map(({ id }) => id));
    if (!changed || !registered) throw new Error('Nobody was uploaded');
    await executeActionOfTest(StudentEntity.update({ studentId: changed.studentId }, { set: { hobbies: 'Chess' } }));
    await executeActionOfTest(
      TermReportEntity.put({ studentId: registered.studentId, year, term, classId: '1A', formLevel: 1 }),
    );
    const caller = { accountId: 'A1', name: 'Ada Office' };
    for (const [index, student] of [changed, registered].entries()) {
      const request = { now: new Date(), idempotencyKey: `raced-${index}` };
      const act = removeStudentAct(student, { period: { year, term }, by: { caller, request } });
      expect(await carryOutAct(act)).toMatchObject({ refused: index === 0 ? 'changes' : 'report' });
    }
    expect((await register()).filter((line) => line.startsWith('New'))).toHaveLength(2);
  });

  it('gives fields back where nobody has changed them since, and says which it left', async () => {
    await run({ ...list(1), data: [change] }, 'changed');
    await executeActionOfTest(StudentEntity.update({ studentId: 'S01' }, { set: { address_line_2: 'Tobago' } }));
    const { body } = await undo('changed');
    expect(body.left).toEqual([`Lastname S01, Pupil S01 (S01): ${sheetWordings.leftChanged('Town')}`]);
    expect((await register()).map((line) => line.replace(/ \d+$/, ''))).toEqual(['Lastname S01 Pupil S01 1A Tobago']);
  });

  // The last one: its two thousand students are not taken out of the table again.
  it('asks the table for six things for each transaction of new students', async () => {
    // Papers that nobody was given in the tests before.
    const input = { ...list(2000), data: list(2000).data.map((one) => ({ ...one, sea_no: `9${one.sea_no}` })) };
    expect(Buffer.byteLength(JSON.stringify(input))).toBeLessThan(1_000_000);
    const begun = await begin(input, 'counted');
    expect(begun.body, JSON.stringify(begun.error)).toMatchObject({ total_rows: 2000, rows_processed: 0, rows: [] });
    let steps = 0;
    const traffic = await recordTraffic(async () => {
      steps = await school.work();
    });
    // Record, line of the trail and the number of a paper each: 33 students and their class's roster are 100 actions.
    expect(steps).toBe(Math.ceil(2000 / 33));
    // Where the run is, who was given the papers, who is there, the roster, one transaction, one note.
    expect(traffic).toHaveLength(6 * steps);
    const end = (await school.admin.call(readStudentUploadProgress, { upload: begun.body.upload })).body;
    expect(end).toMatchObject({ state: 'finished', rows_processed: 2000 });
    expect(new Set(end.rows.map(({ id }) => id)).size).toBe(2000);
    expect(end.rows.every(({ error }) => error === 0)).toBe(true);
  });
});
