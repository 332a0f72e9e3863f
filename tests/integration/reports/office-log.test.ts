import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { AuditRowEntity, auditRow } from '#functions/platform/table/audit.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { xlsxType } from '#shared/http/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { reportsContract } from '#shared/reports/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { addAccount, term, year } from '../../support/school/small-school.ts';
import { recordTraffic } from '../../support/school/table-traffic.ts';

const { readOfficeLog } = reportsContract;

describe('the office log', () => {
  const server = schoolForTests();
  let admin: TestClient;
  let mona: TestClient;
  /** Of the days on which the changes of this file are made. */
  const month = new Date().toISOString().slice(0, 7);

  beforeAll(async () => {
    await addAccount({
      accountId: 'A9',
      role: 'Admin',
      userName: 'reader',
      name: 'Rita Reader',
      permissions: [
        { menu: 'officeLog', action: null },
        { menu: 'termReports', action: null },
        { menu: 'employees', action: null },
      ],
    });
    [admin, mona] = await Promise.all([clientOfAccount(server.url, 'A1'), clientOfAccount(server.url, 'T1')]);
    const report = { student_id: 'S01', year, term };
    const done = [
      await mona.call(termReportsContract.saveTermReport, { ...report, comments: 'Kind.' }),
      await admin.call(markSheetContract.saveSubjectRecord, { ...report, subject_id: 'MATH', exam_mark: 50 }),
      await admin.call(termReportsContract.updateSubjectRecord, {
        ...report,
        subject_id_old: 'MATH',
        subject_id_new: 'MATH',
        exam_mark: 51,
        was: { exam_mark: 50 },
      }),
      await admin.call(studentRegisterContract.saveStudent, { id: 'S02', first_name: 'Ann' }),
      await admin.call(termsContract.saveFormLevelRegistration, { form_level: 1, open: 1, deadline: '2096-12-31' }),
      await admin.call(accountsContract.updateAdministrator, {
        user_admin_id: 'A2',
        permissions: [
          { menu: 'students', action: null },
          { menu: 'reports', action: null },
        ],
      }),
    ];
    expect(done.map(({ status, body }) => [status, status === 200 ? '' : JSON.stringify(body)])).toEqual(
      done.map(() => [200, '']),
    );
  });

  const log = async (client: TestClient, filters: object = {}) => {
    const { status, body } = await client.call(readOfficeLog, { month, ...filters });
    expect(status).toBe(200);
    return body;
  };
  const kindsOf = ({ lines }: Awaited<ReturnType<typeof log>>) => lines.map(({ kind }) => kind);

  it('refuses a malformed cursor, and a forged one does not leave the requested range', async () => {
    const refused = await admin.call(readOfficeLog, { month: '2025-02', after: '' });
    expect([refused.status, Object.keys(refused.error?.fields ?? {})]).toEqual([422, ['after']]);
    expect(await log(admin, { month: '2025-02', after: '0001-01-01' })).toMatchObject({ lines: [], next: null });
    const all = await log(admin);
    expect(all.lines).not.toEqual([]);
    expect((await log(admin, { after: '9999-12-31' })).lines).toEqual(all.lines);
  });

  it('is a workbook where the format asks for it, of all pages', async () => {
    const { status, bytes, headers } = await admin.call(readOfficeLog, { month, format: 'xlsx' });
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      xlsxType,
      expect.stringContaining('.xlsx'),
    ]);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(Buffer.from(bytes) as never);
    const said = JSON.stringify(book.worksheets[0]?.getColumn(4).values);
    for (const { says } of (await log(admin)).lines.slice(0, 5))
      expect(said).toContain(JSON.stringify(says).slice(1, -1));
  });

  it('lists what was changed, the latest first, and no marks', async () => {
    const { lines, next } = await log(admin);
    expect(lines.map(({ kind, by }) => [kind, by])).toEqual([
      ['permissions', 'Ada Office'],
      ['windows', 'Ada Office'],
      ['students', 'Ada Office'],
      ['remarks', 'Ada Office'],
      ['remarks', 'Mona Núñez'],
    ]);
    expect(next).toBeNull();
    expect(lines.at(-1)).toMatchObject({
      about: 'Lastname S01, Pupil S01 (S01), Term 1, 2025-2026',
      says: 'Set Form teacher comments of Lastname S01, Pupil S01 (S01), Term 1, 2025-2026 to Kind.',
      student_id: 'S01',
      changes: [{ was: null, now: 'Kind.' }],
      shows_values: true,
    });
    expect(lines[1]?.says).toBe('Opened registration for Form 1 until 31-Dec-2096.');
    expect(lines[2]?.says).toBe('Changed First Name of Lastname S02, Ann (S02) from Pupil S02 to Ann.');
    // A mark that is corrected on the report, and not where teachers enter it.
    expect(lines[3]).toMatchObject({
      says: 'Changed Exam of Lastname S01, Pupil S01 (S01), Term 1, 2025-2026, Mathematics from 50 to 51.',
      changes: [{ field: 'Exam', was: '50', now: '51' }],
    });
    expect(lines[0]).toMatchObject({
      says: 'Changed what Carl Clerk may do.',
      changes: [{ was: 'Students', now: 'Students, Reports' }],
    });
  });

  it('tells two people of one name apart, by the user name', async () => {
    await addAccount({ accountId: 'A8', role: 'Admin', userName: 'reader2', name: 'Rita Reader', permissions: [] });
    const request = { now: new Date('2024-11-04T12:00:00Z'), idempotencyKey: 'A9/by-rita' };
    const caller = { accountId: 'A9', name: 'Rita Reader' };
    const changes = [{ field: 'name', before: 'Rita Reed', after: 'Rita Reader' }];
    await executeActionOfTest(
      AuditRowEntity.create(auditRow({ subject: 'account#A8', changes, by: { caller, request } })),
    );
    const { lines, people } = await log(admin, { month: '2024-11' });
    expect(lines.map(({ by, about }) => [by, about])).toEqual([['Rita Reader (reader)', 'Rita Reader (reader2)']]);
    expect(people.map(({ name }) => name).filter((name) => name.startsWith('Rita'))).toEqual([
      'Rita Reader (reader)',
      'Rita Reader (reader2)',
    ]);
    expect(people.map(({ name }) => name)).toContain('Ada Office');
  });

  it('is filtered by person, kind, student and day', async () => {
    expect(kindsOf(await log(admin, { account_id: 'T1' }))).toEqual(['remarks']);
    expect(kindsOf(await log(admin, { kind: 'windows' }))).toEqual(['windows']);
    expect(kindsOf(await log(admin, { student_id: 'S01' }))).toEqual(['remarks', 'remarks']);
    expect(kindsOf(await log(admin, { student_id: 'S0' }))).toEqual([]);
    const { at } = (await log(admin)).lines[0] ?? { at: '' };
    expect((await log(admin, { day: at.slice(0, 10) })).lines).toHaveLength(5);
    expect((await log(admin, { month: '2024-03', day: '2024-03-01' })).lines).toEqual([]);
  });

  it('shows values where the reader may open the screen, and those of permissions only to a manager of administrators', async () => {
    const { lines } = await log(await clientOfAccount(server.url, 'A9'));
    expect(lines.map(({ kind, shows_values }) => [kind, shows_values])).toEqual([
      ['permissions', false],
      ['windows', false],
      ['students', false],
      ['remarks', true],
      ['remarks', true],
    ]);
    const hidden = lines.filter(({ shows_values }) => !shows_values).flatMap(({ changes }) => changes);
    expect(hidden.length).toBeGreaterThan(2);
    expect(hidden.every(({ was, now, field }) => was === null && now === null && field !== '')).toBe(true);
  });

  it('gives pages of a constant number of requests that together have every line once', async () => {
    const first = Date.parse('2025-02-10T12:00:00Z');
    const rows = Array.from({ length: 230 }, (_, index) =>
      auditRow({
        subject: index % 2 === 0 ? 'student#S03' : 'window#2',
        changes: [{ field: 'open', before: index, after: index + 1 }],
        by: {
          caller: { accountId: 'A1', name: 'Ada Office' },
          request: { now: new Date(first + index * 1000), idempotencyKey: `A1/line-${index}` },
        },
      }),
    );
    await Promise.all(rows.map((row) => executeActionOfTest(AuditRowEntity.create(row))));
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const ask = after;
      const requests = await recordTraffic(async () => {
        const page = await log(admin, { month: '2025-02', ...(ask === undefined ? {} : { after: ask }) });
        seen.push(...page.lines.map(({ changes }) => changes[0]?.was ?? ''));
        after = page.next ?? undefined;
      });
      // Session, lines, accounts, subjects, students; on the first page the hours of the month that are the next one's
      // in UTC, too.
      const isFirst = ask === undefined;
      expect(requests.map(({ operation }) => operation).sort()).toEqual([
        'BatchGetItem',
        'BatchGetItem',
        'Query',
        'Query',
        'Query',
        'Query',
        ...(isFirst ? ['Query'] : []),
      ]);
    } while (after !== undefined);
    expect(seen.map(Number)).toEqual(Array.from({ length: 230 }, (_, index) => 229 - index));
    const windows = await log(admin, { month: '2025-02', kind: 'windows' });
    expect(windows.lines).toHaveLength(100);
    const rest = await log(admin, { month: '2025-02', kind: 'windows', after: windows.next ?? '' });
    expect([rest.lines.length, rest.next]).toEqual([15, null]);
  });

  it('has a day as the school has it: the evening of the last day of a month is in that month', async () => {
    const change = (at: string, key: string) =>
      auditRow({
        subject: 'window#3',
        changes: [{ field: 'open', before: 0, after: 1 }],
        by: {
          caller: { accountId: 'A1', name: 'Ada Office' },
          request: { now: new Date(at), idempotencyKey: `A1/${key}` },
        },
      });
    // Port of Spain is four hours behind UTC.
    await executeActionOfTest(AuditRowEntity.create(change('2025-04-01T02:00:00Z', 'evening')));
    await executeActionOfTest(AuditRowEntity.create(change('2025-04-01T05:00:00Z', 'next-day')));
    const of = async (filters: object) => (await log(admin, filters)).lines.map(({ at }) => at);
    expect(await of({ month: '2025-03' })).toEqual(['2025-03-31 22:00:00']);
    expect(await of({ month: '2025-03', day: '2025-03-31' })).toEqual(['2025-03-31 22:00:00']);
    expect(await of({ month: '2025-04' })).toEqual(['2025-04-01 01:00:00']);
  });
});
