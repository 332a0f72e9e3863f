import { describe, expect, it } from 'vitest';
import { attendanceContract } from '#shared/attendance/contract.ts';
import type { RawInput } from '#shared/http/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addAccount, yearId } from '../../../support/school/small-school.ts';
import { restoreAfterEach } from '../../../support/school/table-content.ts';

const { listAcademicTerms, readTermOverview, saveAcademicTerm, setCurrentPeriod } = termsContract;
const { listActs: listUndoableTermActs, undoAct: undoTermAct } = undoContract;
type Details = RawInput<typeof saveAcademicTerm>;

/** As the small school has it: the current term. */
const first: Details = {
  academic_year_id: yearId,
  term: 1,
  possible_attendance: 120,
  is_current: true,
  date_start: '2025-09-01',
  date_end: '2025-12-12',
  new_term_beginning: null,
};
const second: Details = {
  academic_year_id: yearId,
  term: 2,
  possible_attendance: 110,
  is_current: false,
  date_start: '2026-01-05',
  date_end: '2026-03-27',
  new_term_beginning: null,
};

describe('the details of the current term', () => {
  const school = schoolForTests();
  restoreAfterEach();
  const admin = school.as('A1');
  const save = (details: Details) => admin.call(saveAcademicTerm, details);
  const stored = async () => (await admin.call(listAcademicTerms, {})).body;

  it.each([
    ['date_start', null, 'The current term needs Term Start.'],
    ['date_end', null, 'The current term needs Term End.'],
    ['possible_attendance', null, 'The current term needs Possible Attendance.'],
    ['possible_attendance', 0, 'The current term needs Possible Attendance.'],
  ])('what it needs is not cleared: %s %s', async (field, blank, sentence) => {
    const answer = await save({ ...first, [field]: blank });
    expect(answer).toMatchObject({ status: 422, body: { errors: { fields: { [field]: [sentence] } } } });
    expect(await stored()).toEqual([first]);
  });

  it('what it needs is not cleared in Attendance - Set Term either', async () => {
    const answer = await admin.call(attendanceContract.saveTermDates, {
      year: 2025,
      term: 1,
      term_start: null,
      term_end: '2025-12-12',
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { fields: { term_start: ['The current term needs Term Start.'] } } },
    });
    expect(await stored()).toEqual([first]);
  });

  it.each([
    null,
    '1A',
  ])('possible attendance is not set to 0 in More Options either: of the class %s', async (class_id) => {
    const none = { possible_attendance: 0, class_id, year: 2025, term: 1 as const };
    const answer = await admin.call(termReportsContract.setPossibleAttendance, none);
    expect([answer.status, Object.keys(answer.error?.fields ?? {})]).toEqual([422, ['possible_attendance']]);
    const asStored = await admin.call(termReportsContract.listClassTermSettings, { year: '2025', term: '1' });
    expect(asStored.body.map(({ possible_attendance }) => possible_attendance)).toContain(120);
    expect(new Set(asStored.body.map(({ possible_attendance }) => possible_attendance)).size).toBe(1);
  });

  it('a number that was set before the term became the current one is not undone to none', async () => {
    await save({ ...second, possible_attendance: null });
    const set = { possible_attendance: 110, class_id: null, year: 2025, term: 2 as const };
    const { body } = await admin.call(termReportsContract.setPossibleAttendance, set);
    expect((await admin.call(setCurrentPeriod, { academic_year_id: yearId, term: 2 })).status).toBe(200);
    const undone = await admin.call(undoContract.undoAct, { undo: body.undo });
    expect([undone.status, undone.error?.message]).toEqual([409, ['The current term needs Possible Attendance.']]);
    expect((await stored())[1]?.possible_attendance).toBe(110);
  });

  it('what it needs is asked of a term before it becomes the current one', async () => {
    const bare: Details = { ...second, date_start: null, date_end: null };
    const answer = await save({ ...bare, is_current: true });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.error?.fields ?? {})).toEqual(['date_start', 'date_end']);
    expect((await save(bare)).status).toBe(200);
    const refused = await admin.call(setCurrentPeriod, { academic_year_id: yearId, term: 2 });
    expect(refused).toMatchObject({
      status: 409,
      body: { errors: { message: ['The current term needs Term Start, Term End.'] } },
    });
    expect((await admin.call(readTermOverview, {})).body.current_term).toMatchObject({ term: 1 });
  });

  const acts = async () => (await admin.call(listUndoableTermActs, { of: 'terms' })).body;
  const undoLast = async () => admin.call(undoTermAct, { undo: (await acts())[0]?.undo ?? '' });

  it('a change is listed with what it changed, and undone', async () => {
    await save({ ...first, date_start: '2025-09-08', possible_attendance: 130 });
    expect(await acts()).toMatchObject([
      {
        what: 'Term 1, 2025-2026 saved: Possible Attendance 130, was 120; Term Start 08-Sep-2025, was 01-Sep-2025',
        name: 'Ada Office',
        undone_at: null,
      },
    ]);
    expect((await undoLast()).status).toBe(200);
    expect(await stored()).toEqual([first]);
    expect((await undoLast()).status).toBe(409);
  });

  it('a change is undone that was made in Attendance - Set Term', async () => {
    const dates = { year: 2025, term: 1 as const, term_start: '2025-09-01', term_end: '2025-12-05' };
    await admin.call(attendanceContract.saveTermDates, dates);
    expect(await acts()).toMatchObject([{ what: 'Term 1, 2025-2026 saved: Term End 05-Dec-2025, was 12-Dec-2025' }]);
    expect((await undoLast()).status).toBe(200);
    expect(await stored()).toEqual([first]);
  });

  it('who only has the menu of attendance undoes a change of dates there, and nothing else', async () => {
    await addAccount({
      accountId: 'A7',
      role: 'Admin',
      userName: 'gate',
      name: 'Gita Gate',
      permissions: [{ menu: 'attendanceStudent', action: null }],
    });
    const gate = await clientOfAccount(school.url, 'A7');
    await save({ ...first, possible_attendance: 130 });
    await gate.call(attendanceContract.saveTermDates, { year: 2025, term: 1, term_end: '2025-12-05' });
    const [dates, sessions] = await acts();
    expect((await gate.call(listUndoableTermActs, { of: 'terms' })).body).toEqual([dates]);
    expect((await gate.call(undoTermAct, { undo: sessions?.undo ?? '' })).status).toBe(403);
    expect((await gate.call(undoTermAct, { undo: dates?.undo ?? '' })).status).toBe(200);
    expect(await stored()).toEqual([{ ...first, possible_attendance: 130 }]);
  });

  it('a change is not undone where somebody has set the same since', async () => {
    await save({ ...first, date_start: '2025-09-08' });
    const [act] = await acts();
    await save({ ...first, date_start: '2025-09-09' });
    expect((await admin.call(undoTermAct, { undo: act?.undo ?? '' })).status).toBe(409);
    expect(await stored()).toEqual([{ ...first, date_start: '2025-09-09' }]);
  });

  it('a term that was set for the first time stays where a class was given a setting of its own since', async () => {
    await save(second);
    const [act] = await acts();
    await admin.call(termReportsContract.setPossibleAttendance, {
      year: 2025,
      term: 2,
      possible_attendance: 108,
      class_id: '1A',
    });
    expect((await admin.call(undoTermAct, { undo: act?.undo ?? '' })).error?.message).toEqual([
      'This has been changed since and can no longer be undone.',
    ]);
    expect(await stored()).toEqual([first, second]);
  });

  it('setting another as the current term is undone with the term that was current before', async () => {
    await save(second);
    await admin.call(setCurrentPeriod, { academic_year_id: yearId, term: 2 });
    expect(await acts()).toMatchObject([{ what: 'Term 2, 2025-2026 set as the current term' }, {}]);
    expect((await undoLast()).status).toBe(200);
    expect(await stored()).toEqual([first, second]);
  });

  it('a term that was set for the first time is deleted by the undo, and the years before it are open again', async () => {
    const next: Details = {
      academic_year_id: '20262027',
      term: 1,
      possible_attendance: 120,
      is_current: true,
      date_start: '2026-09-07',
      date_end: '2026-12-11',
      new_term_beginning: null,
    };
    expect((await save(next)).status).toBe(200);
    expect((await admin.call(readTermOverview, {})).body.terms_archive.at(-1)?.closed).toMatchObject({
      why: 'past year',
    });
    expect((await undoLast()).status).toBe(200);
    expect(await stored()).toEqual([first]);
    const { current_term, terms_archive } = (await admin.call(readTermOverview, {})).body;
    expect(current_term).toMatchObject({ academic_year_id: yearId, term: 1 });
    expect(terms_archive.map(({ closed }) => closed)).toEqual([null]);
  });
});
