import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readAttendanceOfDay } from '#functions/attendance/records/read-records.ts';
import { recordScans } from '#functions/attendance/records/record-scans.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { closeOrOpenTerm } from '#functions/school/periods/close-term.ts';
import { school as file } from '#functions/school/records/school.ts';
import { studentKey } from '#functions/students/records/store.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { clientOfAccount, clientOfStation, startSchoolOfCallers } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { term, year, yearId } from '../../../support/school/small-school.ts';
import { saveTableForRestore } from '../../../support/school/table-content.ts';
import { interleave, startSecondActAfter } from '../../../support/step-by-step/stepped-requests.ts';
import { numberToConfirm } from '../../term-reports/report-cards/post-reports.ts';

/*
 * Rule 49. The term is from 1 September to 12 December, its attendance open to 26 December; today is Wednesday, 10
 * December. Pairs of acts: each of closing the term, posting it, the turn of the year, closing attendance, opening it
 * again and the end of its days, with each act of attendance.
 */
const { closeTerm, closeAttendance, openAttendance, readTermOverview } = termsContract;
const { undoAct: undoTermAct, listActs: listUndoableTermActs } = undoContract;
const thisTerm = { academic_year_id: yearId, term };
const today = '2025-12-10';

let school: Awaited<ReturnType<typeof startSchoolOfCallers>>;
let office: TestClient;
let mona: TestClient;
let gate: TestClient;
let asFirst: () => Promise<void>;
const at = (moment: string) => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) });
beforeAll(async () => {
  school = await startSchoolOfCallers();
  file().attendance.openDaysAfterTerm = 14;
  at(`${today}T14:00:00Z`);
  mona = await clientOfAccount(school.url, 'T1');
  gate = clientOfStation(school.url);
  asFirst = await saveTableForRestore();
});
afterAll(() => school.stop());
beforeEach(async () => {
  at(`${today}T14:00:00Z`);
  office = await clientOfAccount(school.url, 'A1');
});
afterEach(async () => {
  vi.useRealTimers();
  await asFirst();
});

const ok = <T extends { status: number }>(answer: T): T => {
  expect(answer.status).toBe(200);
  return answer;
};
const register = (student_id: string, am: 'P' | 'A') =>
  office.call(attendanceContract.saveAttendanceRegister, {
    class_id: '4A',
    date: today,
    students: [{ student_id, am }],
  });
const scan = async (student_id: string) => {
  const now = new Date().toISOString();
  const { status, body } = await gate.call(scanStationsContract.receiveStationScans, {
    sent_at: now,
    scans: [{ student_id, at: now }],
  });
  return status === 200 ? (body.scans[0]?.outcome ?? 'none') : String(status);
};
const importOf = (student_id: string) => ({ file: new File([`${student_id},${today} 07:50:00`], 'scans.csv') });
const closedDay = (day: string) => ({ from: day, to: day, held: 'none' as const, title: 'Flood', limits: null });

/** Something to delete, to bring back, to take back and to undo. */
async function prepare() {
  ok(await register('S42', 'A'));
  ok(await register('S43', 'A'));
  const records = [{ student_id: 'S43', date_scanned: today }];
  const { undo: undoDelete } = ok(await office.call(attendanceContract.deleteAttendance, { records })).body;
  const absence = { from: '2025-12-11', to: '2025-12-12', reason: 'A journey', excused: 'excused' as const };
  const told = ok(await office.call(attendanceContract.addAbsenceNotice, { student_id: 'S44', ...absence })).body;
  const { undo: undoDays } = ok(await office.call(attendanceContract.setSchoolDays, closedDay('2025-12-05'))).body;
  return { undoDelete, told: told.id, undoDays: undoDays ?? '' };
}

/** What becomes of each act of attendance: its status, and of a scan its outcome. */
async function acts({ undoDelete, told, undoDays }: Awaited<ReturnType<typeof prepare>>) {
  const absence = { from: '2025-12-11', to: '2025-12-12', reason: 'A journey', excused: 'excused' as const };
  const { body: preview } = await office.call(attendanceContract.previewImport, importOf('S46'));
  return {
    register: (await register('S41', 'P')).status,
    correction: (
      await office.call(attendanceContract.correctAttendance, { student_id: 'S41', date: today, pm: 'A', why: 'Left.' })
    ).status,
    'told absence': (await office.call(attendanceContract.addAbsenceNotice, { student_id: 'S45', ...absence })).status,
    'absence taken back': (
      await office.call(attendanceContract.withdrawAbsenceNotice, { student_id: 'S44', id: told ?? '' })
    ).status,
    'records deleted': (
      await office.call(attendanceContract.deleteAttendance, { records: [{ student_id: 'S42', date_scanned: today }] })
    ).status,
    'records brought back': (await office.call(undoContract.undoAct, { undo: undoDelete ?? '' })).status,
    'day closed': (await office.call(attendanceContract.setSchoolDays, closedDay('2025-12-04'))).status,
    'day set back': (await office.call(undoContract.undoAct, { undo: undoDays })).status,
    scan: await scan('S45'),
    import: preview.days.map(({ why }) => why).join(),
  };
}
const everythingGoes = {
  register: 200,
  correction: 200,
  'told absence': 200,
  'absence taken back': 200,
  'records deleted': 200,
  'records brought back': 200,
  'day closed': 200,
  'day set back': 200,
  scan: 'late',
  import: '',
};
const nothingGoes = {
  register: 423,
  correction: 423,
  'told absence': 423,
  'absence taken back': 423,
  'records deleted': 423,
  'records brought back': 423,
  'day closed': 423,
  'day set back': 423,
  scan: 'refused',
  import: attendanceWordings.attendanceClosed,
};

const mark = () =>
  mona.call(markSheetContract.saveSubjectRecord, {
    student_id: 'S41',
    subject_id: 'MATH',
    year,
    term,
    class_id: '4A',
    exam_mark: 41,
  });
async function post() {
  const confirm = await numberToConfirm(office, { year, term }, 1);
  const input = { year, term, title: 'Term 1', posted: 1 as const, date_posted: null, confirm };
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const send = () => office.call(termReportsContract.postTermReports, input, headers);
  while ((await send()).body.state === 'running') await new Promise((resolve) => setTimeout(resolve, 50));
}
const stateOf = async () =>
  (await office.call(readTermOverview, {})).body.terms_archive.find((one) => one.academic_year_id === yearId)
    ?.attendance;

describe('attendance of a term', () => {
  it.each([
    ['the office closes the term', async () => void ok(await office.call(closeTerm, thisTerm))],
    ['its reports are posted', post],
  ])('stays open when %s: marks are refused, and all changes to attendance are accepted', async (_what, end) => {
    const prepared = await prepare();
    await end();
    expect((await mark()).status).toBe(423);
    expect(await acts(prepared)).toEqual(everythingGoes);
    expect(await stateOf()).toEqual({ closed: null, until: '2025-12-26' });
  });

  it('is closed by an administrator: all changes to it are refused, and marks are accepted', async () => {
    const prepared = await prepare();
    ok(await office.call(closeAttendance, thisTerm));
    expect(await acts(prepared)).toEqual(nothingGoes);
    expect((await mark()).status).toBe(200);
    expect((await register('S41', 'P')).error?.message).toEqual([
      'Attendance of Term 1, 2025-2026 was closed by Ada Office on 10-Dec-2025 at 10:00. An administrator can open it again in Current Term.',
    ]);
    expect(await stateOf()).toEqual({
      closed: { why: 'office', by: 'Ada Office', at: '2025-12-10 10:00:00' },
      until: '2025-12-26',
    });
    ok(await office.call(openAttendance, thisTerm));
    expect(await acts(prepared)).toEqual(everythingGoes);
  });

  it('accepts corrections until 14 days after the term, and then none until it is opened', async () => {
    ok(await register('S42', 'A'));
    const correct = (pm: 'P' | 'A') =>
      office.call(attendanceContract.correctAttendance, { student_id: 'S42', date: today, pm, why: 'Told late.' });
    at('2025-12-26T20:00:00Z');
    office = await clientOfAccount(school.url, 'A1');
    expect((await correct('P')).status).toBe(200);
    at('2025-12-27T14:00:00Z');
    office = await clientOfAccount(school.url, 'A1');
    const refused = await correct('A');
    expect([refused.status, refused.error?.message]).toEqual([
      423,
      [
        'Attendance of Term 1, 2025-2026 was open until 26-Dec-2025. An administrator can open it again in Current Term.',
      ],
    ]);
    const records = [{ student_id: 'S42', date_scanned: today }];
    expect((await office.call(attendanceContract.deleteAttendance, { records })).status).toBe(423);
    ok(await office.call(openAttendance, thisTerm));
    expect((await correct('A')).status).toBe(200);
    expect(await stateOf()).toEqual({ closed: null, until: null });
    ok(await office.call(closeAttendance, thisTerm));
    expect((await correct('P')).status).toBe(423);
  });

  it('is closed once: a second request names the first, and closing is listed, in the trail, and undone', async () => {
    const { undo } = ok(await office.call(closeAttendance, thisTerm)).body;
    const again = await office.call(closeAttendance, thisTerm);
    expect([again.status, again.error?.message[0]]).toEqual([
      409,
      'Attendance of Term 1, 2025-2026 was closed by Ada Office on 10-Dec-2025 at 10:00.',
    ]);
    const list = (await office.call(listUndoableTermActs, { of: 'terms' })).body;
    expect(list.map(({ what }) => what)).toEqual(['Term 1, 2025-2026 attendance closed']);
    at(`${today}T14:01:00Z`);
    ok(await office.call(undoTermAct, { undo }));
    expect(await stateOf()).toEqual({ closed: null, until: '2025-12-26' });
    expect((await office.call(openAttendance, thisTerm)).error?.message).toEqual([
      'Attendance of Term 1, 2025-2026 is open already.',
    ]);
    const trail = await listAuditTrail(`period#${year}#${term}`);
    expect(trail.map(({ name, changes }) => [name, changes])).toEqual([
      ['Ada Office', [{ field: 'attendance', before: 'open', after: 'closed' }]],
      ['Ada Office', [{ field: 'attendance', before: 'closed', after: 'open' }]],
    ]);
  });

  it('stays closed when the term is opened, closed, or posted', async () => {
    ok(await office.call(closeAttendance, thisTerm));
    ok(await office.call(closeTerm, thisTerm));
    ok(await office.call(termsContract.openTerm, thisTerm));
    await post();
    expect((await register('S41', 'P')).status).toBe(423);
  });

  /** So many requests of a scan go before attendance is closed: a scan has a read and a write. */
  it.each([0, 1, 2])('stores or refuses a scan when it is closed after %i requests of the scan', async (before) => {
    const now = new Date(`${today}T14:00:00Z`);
    const terms = [{ year, term, dateStart: '2025-09-01', dateEnd: '2025-12-12' }];
    const save = async () => {
      const { student } = await readItems({ student: studentKey('S41') });
      if (!student) throw new Error('no student');
      return recordScans({
        date: today,
        rules: { sessions: ['am', 'pm'], limits: file().attendance.limits },
        openAt: { now, terms },
        students: [{ student, scans: { 'GATE1@x': '07:50:00' } }],
      });
    };
    const caller = { accountId: 'A1', name: 'Ada Office' };
    const request = { now, idempotencyKey: `A1/${crypto.randomUUID()}` };
    const close = () => closeOrOpenTerm('attendance closed', { input: thisTerm, caller, request } as never);
    const [saved, closed] = await interleave<unknown>([save, close], startSecondActAfter(before));
    expect(closed?.status).toBe('fulfilled');
    const isSaved = before >= 2;
    expect(saved).toMatchObject(isSaved ? { status: 'fulfilled' } : { reason: { status: 423 } });
    expect(await readAttendanceOfDay(['S41'], today)).toHaveLength(isSaved ? 1 : 0);
  });
});
