import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeAssessment } from '#functions/marks/mark-book/assessments/assessment-store.ts';
import { WeeklyTestEntity } from '#functions/marks/records/weekly-test.ts';
import { LessonEntity } from '#functions/people/records/store.ts';
import { school as file } from '#functions/school/records/school.ts';
import { isAccountCall, isStateChangingCall, menuKeys } from '#shared/http/contract.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { accountsOfColumn, findRight } from '../../rights/rights-table.ts';
import { type CallWithExample, callsWithExamples } from '../../support/callers/call-examples.ts';
import { clientOfAccount, startSchoolOfCallers } from '../../support/callers/callers.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { addAccount } from '../../support/school/small-school.ts';
import {
  listChangesBetween,
  readTableContent,
  saveTableForRestore,
  type TableContent,
} from '../../support/school/table-content.ts';
import { weeklyTestSettings } from '../../support/school/weekly-test-settings.ts';

/**
 * Calls whose example writes at least one audit row; the examples of the others change nothing, or nothing that is
 * audited. A call that joins this list, or leaves it, is a line to be changed here by hand.
 */
const audited = [
  'accounts addAdministrator',
  'accounts addEmployee',
  'accounts archiveEmployee',
  'accounts disableAdministrator',
  'accounts endAccountSessions',
  'accounts resetAdministratorPassword',
  'accounts resetEmployeePassword',
  'accounts updateAdministrator',
  'accounts updateEmployee',
  'scan-stations addAttendanceStation',
  'attendance correctAttendance',
  'scan-stations dismissRefusedScans',
  'scan-stations endAttendanceStation',
  'attendance saveAttendanceRegister',
  'attendance saveTermDates',
  'auth changeResetPassword',
  'families printFamilyLetters',
  'lessons deleteAdminLesson',
  'lessons deleteAdminLessons',
  'lessons saveAdminLesson',
  'lessons saveAdminLessons',
  'lessons saveDeanFormClasses',
  'lessons saveFormTeacherClass',
  'lessons saveLesson',
  'mark-book confirmMarksUpload',
  'mark-book deleteAssessment',
  'mark-book saveAssessment',
  'mark-book saveMark',
  'mark-sheet saveBankComment',
  'mark-sheet saveSubjectRecord',
  'student-register addStudent',
  'student-register archiveStudent',
  'student-register exportEverythingAboutStudent',
  'student-register resetStudentPassword',
  'student-register restoreStudent',
  'student-register saveColumnPreset',
  'student-register saveStudent',
  'student-subjects assignStudents',
  'student-subjects removeStudentsFromSubject',
  'student-subjects saveSubject',
  'term-reports changeClass',
  'term-reports deleteSubjectRecord',
  'term-reports deleteTermReport',
  'term-reports remindTeachers',
  'term-reports saveCardLayout',
  'term-reports saveTermReport',
  'term-reports setNewTermBeginning',
  'term-reports setPossibleAttendance',
  'term-reports updateSubjectRecord',
  'terms saveAcademicTerm',
  'terms saveFormLevelRegistration',
  'terms startSchoolFile',
  'weekly-tests deleteWeeklyTestOfClass',
  'weekly-tests importWeeklyTests',
  'weekly-tests saveWeeklyTestOfClass',
  'district makeFigures',
  'oneroster startRosterFile',
  'oneroster addRosterKey',
  'oneroster endRosterKey',
  'sign-off saveClassCouncil',
  'transcripts importEarlierMarks',
  'transcripts issueDocuments',
];

const key = '7d1c4c1e-5a0f-4b7e-9c55-0a1b2c3d4e5f';

/** Two of the accounts that the example of a call is answered for. */
function twoAccounts({ domain, call }: CallWithExample): string[] {
  const { cells } = findRight(call);
  const columns = ['Own teacher', 'Form teacher', 'Dean', 'Senior post'] as const;
  const teachers = columns.filter((column) => cells[column] !== '–').flatMap((column) => accountsOfColumn[column]);
  const colleague = domain === 'weekly-tests' ? ['T2'] : [];
  return [...teachers, ...colleague, ...(cells.Admin === '–' ? [] : ['A1', 'A5'])].slice(0, 2);
}

const mutating = callsWithExamples.filter(({ call }) => isStateChangingCall(call) && isAccountCall(call));

describe('an idempotency key', () => {
  let school: RunningSchool;

  beforeAll(async () => {
    school = await startSchoolOfCallers();
    const weekly = { date: '2024-04-18', classId: '4A', subjectId: 'MATH' };
    Object.assign(file().weeklyTests, weeklyTestSettings);
    await Promise.all([
      // A class that two teachers give weekly tests, and a test that the examples change.
      executeActionOfTest(
        LessonEntity.put({ employeeId: 'T2', year: 2025, subjectId: 'MATH', classId: '4A', formLevel: 4 }),
      ),
      executeActionOfTest(WeeklyTestEntity.put({ ...weekly, maxMark: 60, employeeId: 'T1', run: 'first-run' })),
      addAccount({
        accountId: 'A5',
        role: 'Admin',
        userName: 'admin2',
        name: 'Olga Office',
        permissions: [
          ...menuKeys.map((menu) => ({ menu, action: null })),
          { menu: 'termReports', action: 'editTermReports' },
          { menu: 'employees', action: 'manageAdmins' },
          { menu: 'students', action: 'eraseStudents' },
        ],
      }),
      // The total that the marks of the examples are out of.
      writeAssessment({
        assessment: { page: '2025#1#MATH#L4#T1', number: 1, total: 20 },
        before: undefined,
        by: {
          caller: { accountId: 'T1', name: 'Mona Núñez' },
          request: { now: new Date(), idempotencyKey: 'first-assessment' },
        },
      }),
    ]);
  });
  afterAll(() => school.stop());

  /** Sends the example under the key. */
  async function send(accountId: string, { call, example }: CallWithExample): Promise<number> {
    const client = await clientOfAccount(school.url, accountId);
    return (await client.call(call, example.input as never, { 'Idempotency-Key': key })).status;
  }

  /** Sends it, too: status, items that have changed since `before`, and whose the new rows of the trail are. */
  async function sendAndSee(accountId: string, entry: CallWithExample, before: TableContent) {
    const status = await send(accountId, entry);
    const after = await readTableContent();
    const changed = listChangesBetween(before, after);
    const rows = changed.filter((item) => item.startsWith('audit#'));
    return {
      status,
      items: changed.filter((item) => !item.startsWith('audit#')).map(withoutRandomIds),
      trail: rows.map((row) => [row.split(' ')[0], JSON.parse(after.get(row) ?? '{}').accountId]),
    };
  }

  const withoutRandomIds = (item: string) =>
    item.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => (id === key ? 'the key' : 'random'));

  const wrote: string[] = [];

  it.each(mutating)('of somebody else is a new one for the caller of $domain $name', async (entry) => {
    const [other, own] = twoAccounts(entry);
    // Calls that a single account may make of what is its own: nobody else's key can meet it there.
    if (other === undefined || own === undefined) return;
    const bringBack = await saveTableForRestore();
    const alone = await sendAndSee(own, entry, bringBack.content);
    await bringBack();
    await send(other, entry);
    // Everything is as it was before; only what was done under the key is remembered.
    await bringBack(/^(audit|act)#/);
    const second = await sendAndSee(own, entry, await readTableContent());
    await bringBack();
    expect(second).toEqual(alone);
    if (alone.trail.length > 0) {
      wrote.push(`${entry.domain} ${entry.name}`);
      expect(new Set(alone.trail.map(([, accountId]) => accountId))).toEqual(new Set([own]));
    }
  });

  it('was tried on every call that is audited', () => {
    expect(wrote.toSorted()).toEqual(audited.toSorted());
  });
});
