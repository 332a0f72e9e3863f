import ExcelJS from 'exceljs';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordAccessEvent } from '#functions/sessions/access-events.ts';
import {
  recordLinkOpened,
  recordLinkRefused,
  recordReportCardOpened,
  recordStudentRefused,
  recordStudentSignIn,
  StudentSignInEntity,
} from '#functions/sessions/student-access.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { StudentSubjectAssignmentEntity } from '#functions/subjects/records/store.ts';
import { attendanceScreenWordings } from '#shared/attendance/wordings.ts';
import { reportsContract } from '#shared/reports/contract.ts';
import { reportWordings } from '#shared/reports/wordings.ts';
import { noSuchSubject } from '#shared/subjects/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { TestClient } from '../../support/callers/client.ts';
import { readPrintedSheets } from '../../support/files/printed-sheets.ts';
import { changeRecordOfTest, executeActionOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { password, term, year } from '../../support/school/small-school.ts';
import { switchOption } from '../../support/school/switch-option.ts';
import { recordTraffic } from '../../support/school/table-traffic.ts';

const ofTerm = { year: String(year), term: String(term) };

describe('the reports of the Reports menu', () => {
  const server = schoolForTests();
  let admin: TestClient;

  // The access log goes back 400 days.
  const holdDay = () => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-04T12:00:00Z') });
  beforeAll(async () => {
    holdDay();
    admin = await new TestClient(server.url).signIn('admin', password);
  });
  beforeEach(holdDay);
  afterEach(() => void vi.useRealTimers());

  const at = (moment: string, id = moment) => ({ id, now: new Date(moment), address: '203.0.113.77' });

  /** The rows of a printed list, without the head, and what is said above it. */
  async function printed(answer: Promise<{ status: number; bytes: Uint8Array }>) {
    const { status, bytes } = await answer;
    expect(status).toBe(200);
    const [sheet] = await readPrintedSheets(bytes);
    const all = sheet?.rows ?? [];
    // Counts by class, which end with the school's, come before the list.
    const head = all[0]?.[0] === 'Class' ? all.findIndex(([first]) => first === 'School') + 1 : 0;
    return {
      title: sheet?.title,
      texts: sheet?.texts.join(' ') ?? '',
      counts: all.slice(0, head),
      rows: all.slice(head + 1),
    };
  }
  /** The rows of a workbook as Excel would show them, and the type of each first cell. */
  async function workbook(answer: Promise<{ status: number; bytes: Uint8Array; headers: Headers }>) {
    const { status, bytes, headers } = await answer;
    expect(status).toBe(200);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(Buffer.from(bytes) as never);
    const [sheet] = book.worksheets;
    const rows: unknown[][] = [];
    sheet?.eachRow((row) => rows.push((row.values as unknown[]).slice(1)));
    return { rows, name: decodeURIComponent(headers.get('content-disposition')?.split("UTF-8''")[1] ?? '') };
  }

  it('list who takes a subject, class by class and by name, with the student’s own teacher or the lesson’s', async () => {
    await executeActionOfTest(
      StudentSubjectAssignmentEntity.update({ studentId: 'S42', subjectId: 'MATH' }, { set: { employeeId: 'T3' } }),
    );
    const list = await printed(
      admin.call(reportsContract.printStudentSubjects, { form_level: '4', subject_id: 'MATH' }),
    );
    expect(list.title).toBe('Student by Class/Subject, Mathematics, Form 4');
    expect(list.rows).toEqual([
      ['1', '4A', 'S41', 'Lastname S41, Pupil S41', 'Mona Núñez'],
      ['2', '4A', 'S42', 'Lastname S42, Pupil S42', "Dina O'Brien"],
      ['3', '4A', 'S43', 'Lastname S43, Pupil S43', 'Mona Núñez'],
      ['4', '4A', 'S44', 'Lastname S44, Pupil S44', 'Mona Núñez'],
      ['5', '4B', 'S45', 'Lastname S45, Pupil S45', 'Mona Núñez'],
      ['6', '4B', 'S46', 'Lastname S46, Pupil S46', 'Mona Núñez'],
    ]);
    expect(list.texts).toContain('6 students of Form 4 take Mathematics. 4A: 4, 4B: 2.');
    const { rows, name } = await workbook(
      admin.call(reportsContract.printStudentSubjects, { form_level: '4', subject_id: 'MATH', format: 'xlsx' }),
    );
    expect(name).toBe('Student by Class and Subject - Mathematics, Form 4.xlsx');
    expect(rows.slice(3, 5)).toEqual([
      ['No.', 'Class', 'Student ID', 'Student', 'Teacher'],
      [1, '4A', 'S41', 'Lastname S41, Pupil S41', 'Mona Núñez'],
    ]);
    const unknown = await admin.call(reportsContract.printStudentSubjects, { form_level: '4', subject_id: 'NONE' });
    expect([unknown.status, unknown.error?.message]).toEqual([404, [noSuchSubject]]);
    expect(
      (await printed(admin.call(reportsContract.printStudentSubjects, { form_level: '5', subject_id: 'MATH' }))).texts,
    ).toContain('Nobody in Form 5 takes Mathematics.');
  });

  it('list every current student as never signed in, until a first sign-in takes one off for good', async () => {
    const before = await printed(admin.call(reportsContract.printStudentsWithoutLogin, {}));
    const ids = before.rows.map((row) => row[2]);
    expect(ids).toContain('S01');
    expect(before.texts).toContain(reportWordings.nobodySignedIn);
    await recordStudentSignIn('S01', at('2025-10-01T12:00:00.000Z'));
    await recordStudentSignIn('S01', at('2025-11-01T12:00:00.000Z'));
    const data = await StudentSignInEntity.get({ studentId: 'S01' });
    expect(data).toMatchObject({ firstAt: '2025-10-01T12:00:00.000Z', lastAt: '2025-11-01T12:00:00.000Z' });
    await changeRecordOfTest(StudentEntity, { studentId: 'S02' }, { status: 'archived' });
    const after = await printed(admin.call(reportsContract.printStudentsWithoutLogin, {}));
    expect(after.rows.map((row) => row[2])).toEqual(ids.filter((id) => id !== 'S01' && id !== 'S02'));
    expect(after.texts).toContain(
      `${ids.length - 2} students of ${ids.length - 1} current students have never signed in.`,
    );
    const { rows } = await workbook(admin.call(reportsContract.printStudentsWithoutLogin, { format: 'xlsx' }));
    expect(rows.length - 4).toBe(ids.length - 2);
    await changeRecordOfTest(StudentEntity, { studentId: 'S02' }, { status: 'current' });
  });

  it('ask who never signed in with three queries, whatever was opened in fifteen months, and say when a link was last used', async () => {
    for (const [year, day] of [
      [2021, '2024-12-20'],
      [2022, '2025-03-02'],
      [2023, '2025-12-19'],
    ] as const) {
      const card = { year, term: 1, classId: '1A', studentId: 'S03' } as const;
      await recordLinkOpened(card, at(`${day}T12:00:00.000Z`));
      await recordReportCardOpened(card, at(`${day}T13:00:00.000Z`));
    }
    let answer: ReturnType<typeof ask> | undefined;
    const ask = () => admin.call(reportsContract.printStudentsWithoutLogin, {});
    const asked = await recordTraffic(() => (answer = ask()));
    // With the session and the event of access.
    expect(asked.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'Query', 'Query', 'Query', 'PutItem']);
    if (!answer) throw new Error('Nothing was answered');
    const { rows } = await printed(answer);
    expect(rows.find((row) => row[2] === 'S03')?.[4]).toBe('19-Dec-2025');
    expect(rows.find((row) => row[2] === 'S02')?.[4] ?? '').toBe('');
  });

  it('say that nobody signs in where the school file has the families’ entrance off', async () => {
    switchOption('families', false);
    const never = await printed(admin.call(reportsContract.printStudentsWithoutLogin, {}));
    expect([never.rows, never.counts]).toEqual([[], []]);
    for (const one of [
      never,
      await printed(admin.call(reportsContract.printFailedLogins, { date_range: '2026-05-04' })),
    ])
      expect(one.texts).toContain('Students of this school do not sign in.');
    switchOption('families', true);
  });

  it('list refusals of students by the school’s own days, the latest first, and none of the staff', async () => {
    // The demo school is four hours behind: the first is still the evening of the 31st there.
    await recordStudentRefused({ studentId: 'S03' }, at('2026-02-01T03:30:00.000Z'));
    await recordStudentRefused({ studentId: 'S03' }, at('2026-02-01T14:00:00.000Z'));
    await recordStudentRefused({ studentId: 'S03', isLockedOut: true }, at('2026-02-01T14:05:00.000Z'));
    await recordStudentRefused({ studentId: undefined }, at('2026-03-01T03:59:59.999Z'));
    await recordStudentRefused({ studentId: 'S04' }, at('2026-03-01T04:00:00.000Z'));
    await recordAccessEvent({ kind: 'refused', accountId: 'T1' }, at('2026-02-10T12:00:00.000Z'));

    const february = await printed(
      admin.call(reportsContract.printFailedLogins, { date_range: '2026-02-01,2026-02-28' }),
    );
    const student = ['1A', 'S03', 'Lastname S03, Pupil S03'];
    const network = '203.0.113.0/24';
    expect(february.rows).toEqual([
      ['28-Feb-2026', '23:59', '', '', 'No student of that name', 'Wrong user name or password', network],
      ['01-Feb-2026', '10:05', ...student, 'Locked out after too many tries', network],
      ['01-Feb-2026', '10:00', ...student, 'Wrong user name or password', network],
    ]);
    expect(february.texts).toContain('2 refusals and 1 lock-out of 1 student.');
    const oneDay = await workbook(
      admin.call(reportsContract.printFailedLogins, { date_range: '2026-01-31', format: 'xlsx' }),
    );
    expect(oneDay.name).toBe('Logins - Students Failed Logins - 31-Jan-2026.xlsx');
    expect(oneDay.rows.slice(4)).toEqual([
      [new Date('2026-01-31T00:00:00Z'), '23:30', ...student, 'Wrong user name or password', network],
    ]);
    expect(
      (await printed(admin.call(reportsContract.printFailedLogins, { date_range: '2025-12-24' }))).texts,
    ).toContain('No student was refused, 24-Dec-2025.');
  });

  it('list who opened report cards of a term: staff as they are printed, and students their own', async () => {
    const before = { year, term: 2 as const, classId: '1A', studentId: 'S05' };
    const opened = new Date(Date.now() - 60_000).toISOString();
    await recordReportCardOpened({ ...before, term }, at(opened));
    await recordReportCardOpened(before, at(opened, 'of another term'));
    const mona = await new TestClient(server.url).signIn('mona', password);
    expect((await mona.call(termReportsContract.printReportCard, { studentId: 'S06', ...ofTerm })).status).toBe(200);
    vi.setSystemTime(Date.now() + 1000);
    expect((await admin.call(termReportsContract.printReportCard, { classId: '4A', ...ofTerm })).status).toBe(200);
    expect((await mona.call(termReportsContract.printReportCard, { studentId: 'S41', ...ofTerm })).status).toBe(403);

    const logs = (more = {}) => printed(admin.call(reportsContract.printReportCardAccessLog, { ...ofTerm, ...more }));
    const who = ({ rows }: { rows: string[][] }) => rows.map((row) => row.slice(2));
    const byAdmin = ['4A', '', attendanceScreenWordings.theWholeClass, 'Ada Office'];
    const byMona = ['1A', 'S06', 'Lastname S06, Pupil S06', 'Mona Núñez'];
    const byStudent = ['1A', 'S05', 'Lastname S05, Pupil S05', 'The student'];
    const all = await logs();
    expect(who(all)).toEqual([byAdmin, byMona, byStudent]);
    expect(all.texts).toContain('Opened 1 time by 1 student, and 2 times by staff.');
    expect(who(await logs({ form_level: '1' }))).toEqual([byMona, byStudent]);
    expect(who(await logs({ class_id: '4A' }))).toEqual([byAdmin]);
    expect(who(await logs({ class_id: '4A', form_level: '1' }))).toEqual([]);
    expect(who(await logs({ date_range: '2020-01-01,2020-12-31' }))).toEqual([]);
    const unknown = await admin.call(reportsContract.printReportCardAccessLog, { ...ofTerm, class_id: '9Z' });
    expect([unknown.status, unknown.error?.message]).toEqual([404, ['The school has no class 9Z.']]);
    const { rows } = await workbook(
      admin.call(reportsContract.printReportCardAccessLog, { ...ofTerm, format: 'xlsx' }),
    );
    expect(rows.slice(4).map((row) => [row[2], row[5]])).toEqual([
      ['4A', 'Ada Office'],
      ['1A', 'Mona Núñez'],
      ['1A', 'The student'],
    ]);
  });

  it('count by class who opened a report by account and by link and who never did, and who was refused at a link', async () => {
    const of4A = { year, term: 3 as const, classId: '4A' };
    await recordLinkOpened({ ...of4A, studentId: 'S41' }, at('2026-05-03T10:00:00.000Z'));
    await recordLinkOpened({ ...of4A, studentId: 'S41' }, at('2026-05-03T10:01:00.000Z'));
    await recordReportCardOpened({ ...of4A, studentId: 'S41' }, at('2026-05-03T10:02:00.000Z'));
    await recordReportCardOpened({ ...of4A, studentId: 'S42' }, at('2026-05-03T10:03:00.000Z'));
    const asked = { year: String(year), term: '3', class_id: '4A' };
    const log = await printed(admin.call(reportsContract.printReportCardAccessLog, asked));
    expect(log.counts).toEqual([
      ['Class', 'Students', 'Opened by account', 'Opened by link', 'Never opened'],
      ['4A', '4', '2', '1', '2'],
      ['School', '4', '2', '1', '2'],
    ]);
    expect(log.rows.map((row) => row.slice(3))).toEqual([
      ['S42', 'Lastname S42, Pupil S42', 'The student'],
      ['S41', 'Lastname S41, Pupil S41', 'The student'],
      ['S41', 'Lastname S41, Pupil S41', 'By link'],
      ['S41', 'Lastname S41, Pupil S41', 'By link'],
    ]);
    const never = await printed(admin.call(reportsContract.printStudentsWithoutLogin, {}));
    expect(never.counts.find(([id]) => id === '4A')).toEqual(['4A', '4', '0', '4', '1']);
    expect(never.rows.find((row) => row[2] === 'S41')?.at(-1)).toBe('03-May-2026');

    await recordLinkRefused({ studentId: 'S41', isLockedOut: false }, at('2026-05-02T12:00:00.000Z'));
    await recordLinkRefused({ studentId: 'S41', isLockedOut: true }, at('2026-05-02T12:01:00.000Z'));
    await recordLinkRefused({ studentId: undefined, isLockedOut: false }, at('2026-05-02T12:02:00.000Z'));
    const refused = await printed(admin.call(reportsContract.printFailedLogins, { date_range: '2026-05-02' }));
    expect(refused.counts).toEqual([
      ['Class', 'By account', 'By link'],
      ['4A', '0', '2'],
      ['School', '0', '2'],
    ]);
    expect(refused.rows.map((row) => row.slice(4, 6))).toEqual([
      ['An unknown or ended link', 'Wrong date of birth for a link'],
      ['Lastname S41, Pupil S41', 'Link ended after too many wrong dates'],
      ['Lastname S41, Pupil S41', 'Wrong date of birth for a link'],
    ]);
  });

  it('refuse days that are none, are in the wrong order, or are three', async () => {
    for (const date_range of ['2026-02-29', '2026-02-10,2026-02-09', '2026-01-01,2026-01-02,2026-01-03', 'today', '']) {
      const { status } = await admin.call(reportsContract.printFailedLogins, { date_range });
      expect([date_range, status]).toEqual([date_range, 422]);
    }
  });
});
