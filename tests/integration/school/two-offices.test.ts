import { beforeAll, describe, expect, it } from 'vitest';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { readPromotedOfYear } from '#functions/students/records/placement/promoted-student.ts';
import { readStudents } from '#functions/students/records/store.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import type { RawInput } from '#shared/http/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { promotionWordings, termRefusals } from '#shared/school/wordings.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import type { ClientAnswer, TestClient } from '../../support/callers/client.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { addAccount, term, year, yearId } from '../../support/school/small-school.ts';
import { restoreAfterEach } from '../../support/school/table-content.ts';

const { listAcademicTerms, readTermOverview, listRegistrationWindows, saveAcademicTerm, saveFormLevelRegistration } =
  termsContract;

const { startPromotion, fetchPromotionPlan, savePromotionPlan } = termsContract;
const { changeClass, setNewTermBeginning, setPossibleAttendance } = termReportsContract;

/** What is stored of the terms before each pair of acts: two of them, the first one current. */
const first = {
  academic_year_id: yearId,
  term: 1,
  possible_attendance: 120,
  is_current: true,
  date_start: '2025-09-01',
  date_end: '2025-12-12',
  new_term_beginning: null,
} as const satisfies RawInput<typeof saveAcademicTerm>;
const second = {
  academic_year_id: yearId,
  term: 2,
  possible_attendance: 110,
  is_current: false,
  date_start: '2026-01-05',
  date_end: '2026-03-27',
  new_term_beginning: '2026-04-13',
} as const satisfies RawInput<typeof saveAcademicTerm>;

const noDates = { date_start: null, date_end: null, new_term_beginning: null };
const current = { academic_year_id: yearId, term: 1 } as const;

/** The form of Current Term, opened before the other saved: all of it goes along, with what was seen. */
const currentTerm =
  (stored: RawInput<typeof saveAcademicTerm>, change: object) =>
  (admin: TestClient): Promise<ClientAnswer<unknown>> => {
    const { academic_year_id: _year, term: _term, is_current: _current, was: _was, ...seen } = stored;
    return admin.call(saveAcademicTerm, { ...stored, ...change, was: { ...seen, current_term: current } });
  };
const ofTerm1 = (change: object) => currentTerm(first, change);
const ofTerm2 = (change: object) => currentTerm(second, change);
const newTerm3 = (change: object) =>
  currentTerm({ ...first, ...noDates, term: 3, possible_attendance: null, is_current: false }, change);
const setTerm = (of: 1 | 2, change: object) => {
  const { date_start: term_start, date_end: term_end } = of === 1 ? first : second;
  return (admin: TestClient): Promise<ClientAnswer<unknown>> =>
    admin.call(attendanceContract.saveTermDates, { year, term: of, ...change, was: { term_start, term_end } });
};
/** More Options, opened while no class had a value of its own and the term ended as it did first. */
const inMoreOptions =
  (value: { possible_attendance: number } | { new_term_beginning: string }, class_id: string | null = '1A') =>
  (admin: TestClient): Promise<ClientAnswer<unknown>> => {
    const target = { class_id, year, term: 1 as const };
    return 'possible_attendance' in value
      ? admin.call(setPossibleAttendance, { ...target, ...value, was: { values: [120] } })
      : admin.call(setNewTermBeginning, { ...target, ...value, was: { values: [null], date_end: first.date_end } });
  };
/** The window of a form level, opened while Form 2 was open until the end of July and the others were closed. */
const registration =
  (change: { open?: 0 | 1; deadline?: string | null }) =>
  (admin: TestClient): Promise<ClientAnswer<unknown>> => {
    const was = { open: 1, deadline: '2096-07-31' } as const;
    return admin.call(saveFormLevelRegistration, { form_level: 2, ...was, ...change, was });
  };

/** More Options and the register, both opened while Pupil S01 was in 1A. */
const seenIn1A = { class_id: '1A' };
const moved =
  (class_id: string) =>
  (admin: TestClient): Promise<ClientAnswer<unknown>> =>
    admin.call(changeClass, { student_id: 'S01', class_id, was: seenIn1A });
const inRegister =
  (class_id: string) =>
  (admin: TestClient): Promise<ClientAnswer<unknown>> =>
    admin.call(studentRegisterContract.saveStudent, { id: 'S01', class_id, was: seenIn1A });
/** The plan of the promotion, opened while nothing was decided. */
const decided =
  (student_id: string, to: string) =>
  (admin: TestClient): Promise<ClientAnswer<unknown>> =>
    admin.call(savePromotionPlan, {
      academic_year_id: yearId,
      decisions: [{ student_id, class_id: '1A', to, was: null }],
    });
/** All fifteen, as its window said that they would go. */
const promoted = async (admin: TestClient): Promise<ClientAnswer<unknown>> => {
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  for (;;) {
    const answer = await admin.call(startPromotion, { confirm: 15 }, key);
    if (answer.status !== 200 || answer.body.state !== 'running') return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/**
 * Act × act: the first administrator's save is acknowledged, then the second saves a form that was opened before.
 * `sees` is what the second receives, `stored` what is on record afterwards.
 */
const acts = [
  {
    what: 'another field of the same term',
    acts: [ofTerm1({ possible_attendance: 140 }), ofTerm1({ date_end: '2025-12-05' })],
    sees: { status: 200 },
    stored: { 1: { possible_attendance: 140, date_end: '2025-12-05' } },
  },
  {
    what: 'the same field of a term, otherwise',
    acts: [ofTerm1({ possible_attendance: 140 }), ofTerm1({ possible_attendance: 138 })],
    sees: {
      status: 409,
      conflict: { field: 'possible_attendance', yours: 138, theirs: 140, by: 'Ada Office', at: expect.any(String) },
    },
    stored: { 1: { possible_attendance: 140 } },
  },
  {
    what: 'an end before the start that the other has moved',
    acts: [ofTerm1({ date_start: '2025-09-15' }), ofTerm1({ date_end: '2025-09-10' })],
    sees: { status: 422, fields: ['date_end'] },
    stored: { 1: { date_start: '2025-09-15', date_end: '2025-12-12' } },
  },
  {
    what: 'in Set Term the day that the other has changed in Current Term',
    acts: [ofTerm1({ date_end: '2025-12-05' }), setTerm(1, { term_end: '2025-12-10' })],
    sees: { status: 409, conflict: { field: 'term_end', theirs: '2025-12-05', by: 'Ada Office' } },
    stored: { 1: { date_end: '2025-12-05' } },
  },
  {
    what: 'in Current Term days that the other has given to another term in Set Term',
    acts: [setTerm(1, { term_end: '2026-01-02' }), ofTerm2({ date_start: '2026-01-02' })],
    sees: { status: 422, fields: ['date_start'] },
    stored: { 1: { date_end: '2026-01-02' }, 2: { date_start: '2026-01-05' } },
  },
  {
    what: 'another term to be the current one than the other has chosen meanwhile',
    acts: [ofTerm2({ is_current: true }), newTerm3({ is_current: true })],
    sees: {
      status: 409,
      message: termRefusals.madeCurrent('Ada Office', 'Term 2, 2025-2026'),
    },
    stored: { current: 2 },
  },
  {
    what: 'the current term’s details, while the other makes another term the current one',
    acts: [ofTerm2({ is_current: true }), ofTerm1({ possible_attendance: 138 })],
    sees: { status: 200 },
    stored: { 1: { possible_attendance: 138 }, current: 2 },
  },
  {
    what: 'in More Options a new term after the end that the other has moved',
    acts: [ofTerm1({ date_end: '2025-12-19' }), inMoreOptions({ new_term_beginning: '2025-12-15' })],
    sees: {
      status: 409,
      message:
        'Ada Office has changed the end of the term from 12-Dec-2025 to 19-Dec-2025. Please check, and save again.',
      conflict: { field: 'date_end', yours: '2025-12-12', theirs: '2025-12-19', by: 'Ada Office' },
    },
    stored: { 1: { date_end: '2025-12-19', new_term_beginning: null } },
  },
  {
    what: 'a later end of a term that begins again before it for a class, as the other has set',
    acts: [inMoreOptions({ new_term_beginning: '2025-12-15' }), ofTerm1({ date_end: '2025-12-19' })],
    sees: { status: 422, fields: ['date_end'] },
    stored: { 1: { date_end: '2025-12-12' } },
  },
  {
    what: 'in More Options what the other has set for the class',
    acts: [inMoreOptions({ possible_attendance: 96 }), inMoreOptions({ possible_attendance: 98 })],
    sees: { status: 409, conflict: { field: 'possible_attendance', yours: 98, theirs: 96, by: 'Ada Office' } },
    stored: { 1: { possible_attendance: 120 } },
  },
  {
    what: 'in More Options for all classes what the other has set for one',
    acts: [inMoreOptions({ possible_attendance: 96 }), inMoreOptions({ possible_attendance: 98 }, null)],
    sees: { status: 409, conflict: { field: 'possible_attendance', yours: 98, theirs: 96, by: 'Ada Office' } },
    stored: { 1: { possible_attendance: 120 } },
  },
  {
    what: 'in More Options what the other has set in Current Term',
    acts: [ofTerm1({ new_term_beginning: '2026-01-05' }), inMoreOptions({ new_term_beginning: '2026-01-12' })],
    sees: { status: 409, conflict: { field: 'new_term_beginning', yours: '2026-01-12', theirs: '2026-01-05' } },
    stored: { 1: { new_term_beginning: '2026-01-05' } },
  },
  {
    what: 'the deadline of a registration that the other has moved',
    acts: [registration({ deadline: '2096-08-31' }), registration({ deadline: '2096-08-15' })],
    sees: {
      status: 409,
      conflict: { field: 'deadline', yours: '2096-08-15', theirs: '2096-08-31', by: 'Ada Office' },
    },
    stored: { window: [1, '2096-08-31'] },
  },
  {
    what: 'a deadline of a registration that the other has closed',
    acts: [registration({ open: 0, deadline: null }), registration({ deadline: '2096-08-15' })],
    sees: { status: 409, conflict: { field: 'open', yours: 1, theirs: 0, by: 'Ada Office' } },
    stored: { window: [0, null] },
  },
  {
    what: 'a registration closed whose deadline the other has moved',
    acts: [registration({ deadline: '2096-08-31' }), registration({ open: 0, deadline: null })],
    sees: { status: 409, conflict: { field: 'deadline', yours: null, theirs: '2096-08-31' } },
    stored: { window: [1, '2096-08-31'] },
  },
  {
    what: 'another class of a student whom the other has moved',
    acts: [moved('1B'), moved('4A')],
    sees: {
      status: 409,
      conflict: { field: 'class_id', yours: '4A', theirs: '1B', by: 'Ada Office', at: expect.any(String) },
    },
    stored: { classOfS01: '1B' },
  },
  {
    what: 'in the register another class of a student whom the other has moved in More Options',
    acts: [moved('1B'), inRegister('4A')],
    sees: { status: 409, conflict: { field: 'class_id', yours: '4A', theirs: '1B', by: 'Ada Office' } },
    stored: { classOfS01: '1B' },
  },
  {
    what: 'in the plan about a student whom the other has moved',
    acts: [moved('1B'), decided('S01', '2B')],
    sees: { status: 409, message: promotionWordings.inOtherClass('Lastname S01, Pupil S01', '1B', '1A') },
    stored: { plan: {}, classOfS01: '1B' },
  },
  {
    what: 'a promotion of as many as went before the other let one repeat',
    acts: [decided('S01', '1A'), promoted],
    sees: { status: 409, conflict: { field: 'confirm', yours: 15, theirs: 14 } },
    stored: { plan: { S01: '1A' }, classOfS01: '1A' },
  },
];

describe('two administrators in the office', () => {
  const school = schoolForTests();
  let ada: TestClient;
  let sam: TestClient;

  beforeAll(async () => {
    const office = ['dashboard', 'registration', 'postReports', 'promotion'] as const;
    const menus = [...office, 'reports', 'attendanceStudent', 'termReports', 'students'] as const;
    await addAccount({
      accountId: 'A9',
      role: 'Admin',
      userName: 'second',
      name: 'Sam Second',
      permissions: menus.map((menu) => ({ menu, action: null })),
    });
    [ada, sam] = await Promise.all([clientOfAccount(school.url, 'A1'), clientOfAccount(school.url, 'A9')]);
    await ada.call(saveAcademicTerm, second);
    await ada.call(saveFormLevelRegistration, { form_level: 2, open: 1, deadline: '2096-07-31' });
  });
  const bringBack = restoreAfterEach();

  async function expectStored(wanted: Record<string, unknown>): Promise<void> {
    const terms = (await ada.call(listAcademicTerms, {})).body;
    const window = (await ada.call(listRegistrationWindows, {})).body.find(({ form_level }) => form_level === 2);
    const { students } = (await ada.call(fetchPromotionPlan, {})).body;
    expect({
      classOfS01: (await readStudents(['S01'], ['studentId', 'classId']))[0]?.classId,
      plan: Object.fromEntries(
        students.flatMap(({ student_id, decision }) => (decision ? [[student_id, decision.to]] : [])),
      ),
      ...Object.fromEntries(terms.map((one) => [one.term, one])),
      window: [window?.open, window?.deadline],
      current: (await ada.call(readTermOverview, {})).body.current_term?.term,
    }).toMatchObject(wanted);
  }

  it.each(acts)('$what: neither loses a word of the other', async ({ acts: [one, other], sees, stored }) => {
    expect((await one?.(ada))?.status).toBe(200);
    const answer = await other?.(sam);
    expect(answer?.status).toBe(sees.status);
    if ('conflict' in sees) expect(answer?.error?.conflict).toMatchObject(sees.conflict as object);
    if ('message' in sees) expect(answer?.error?.message).toEqual([sees.message]);
    if ('fields' in sees) expect(Object.keys(answer?.error?.fields ?? {})).toEqual(sees.fields);
    await expectStored(stored);
  });

  const days = { date_start: '2026-01-01', date_end: '2026-01-31' };
  it.each([
    { what: 'in Current Term and in Set Term', acts: [newTerm3(days), setTerm(1, { term_end: '2026-01-04' })] },
    {
      what: 'of two new terms',
      acts: [newTerm3(days), currentTerm({ ...first, ...noDates, academic_year_id: '20242025' }, days)],
    },
  ])('never give one day to two terms, $what at the same moment', async ({ acts: [one, other] }) => {
    for (let round = 0; round < 3; round += 1) {
      await bringBack();
      await ada.call(attendanceContract.saveTermDates, { year, term: 2, term_start: '2026-02-02' });
      const answers = await Promise.all([one?.(ada), other?.(sam)]);
      expect(answers.map((answer) => answer?.status).sort()).toEqual([200, 422]);
    }
  });

  it.each([
    '1A',
    null,
  ])('never end a term after the day on which it begins again, for class %s, at the same moment', async (classId) => {
    for (let round = 0; round < 3; round += 1) {
      await bringBack();
      const set = { class_id: classId, year, term: 1 as const, new_term_beginning: '2025-12-15' };
      const answers = await Promise.all([
        ofTerm1({ date_end: '2025-12-19' })(ada),
        sam.call(setNewTermBeginning, set) as Promise<ClientAnswer<unknown>>,
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });

  it('move a student one after the other who saw the class of now: both moves can be undone, the last one first', async () => {
    const { undoAct: undoReportChange } = undoContract;
    const first = (await ada.call(changeClass, { student_id: 'S01', class_id: '1B', was: seenIn1A })).body.undo;
    const was = { class_id: '1B' };
    const second = (await sam.call(changeClass, { student_id: 'S01', class_id: '4A', was })).body.undo;
    await expectStored({ classOfS01: '4A' });
    expect((await ada.call(undoReportChange, { undo: first ?? '' })).status).toBe(409);
    expect((await sam.call(undoReportChange, { undo: second ?? '' })).status).toBe(200);
    await expectStored({ classOfS01: '1B' });
  });

  it('promote once: who was promoted is moved once', async () => {
    await Promise.all([promoted(ada), promoted(sam)]);
    expect(await readPromotedOfYear(year)).toHaveLength(15);
    await expectStored({ classOfS01: '2A' });
  });

  it('are each told what is stored now, also where the other’s field had no conflict', async () => {
    await ofTerm1({ possible_attendance: 140 })(ada);
    expect((await ofTerm1({ date_end: '2025-12-05' })(sam)).body).toMatchObject({
      possible_attendance: 140,
      date_end: '2025-12-05',
      is_current: true,
    });
    const trail = await listAuditTrail(`period#${year}#${term}`);
    expect(trail.map(({ name, changes }) => [name, changes])).toEqual([
      ['Ada Office', [{ field: 'possibleAttendance', before: 120, after: 140 }]],
      ['Sam Second', [{ field: 'dateEnd', before: '2025-12-12', after: '2025-12-05' }]],
    ]);
  });
});
