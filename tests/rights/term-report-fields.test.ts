import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { school as schoolFile } from '#functions/school/records/school.ts';
import { AccountEntity } from '#functions/sessions/accounts.ts';
import { menuKeys } from '#shared/http/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { clientOfAccount } from '../support/callers/callers.ts';
import { executeActionOfTest } from '../support/school/records.ts';
import { term, year } from '../support/school/small-school.ts';
import { listChangesSince, readTableContent } from '../support/school/table-content.ts';
import { accountsOfColumn, fieldRights } from './rights-table.ts';
import { type SchoolOfRights, startSchoolOfRights } from './school-of-rights.ts';

const { saveTermReport, updateSubjectRecord } = termReportsContract;

/** The fields of a student's term report, of a subject record, and what may be typed there. */
const reportFields = [
  ...['times_absent', 'times_late', 'auth', 'resp', 'coop', 'cocurricular', 'comments', 'dcomments'],
  ...['mlate', 'mabs', 'mgrade', 'mapp', 'mcon', 'mcomments'],
];
const subjectFields = ['exam_mark', 'late', 'absent', 'app', 'con', 'comment'];
const counted = ['times_absent', 'times_late', 'mlate', 'mabs', 'exam_mark', 'late', 'absent'];
const graded = ['auth', 'resp', 'coop', 'mgrade', 'mapp', 'mcon', 'app', 'con'];

describe('who writes what on a term report', () => {
  let school: SchoolOfRights;
  let activities: readonly string[];

  beforeAll(async () => {
    school = await startSchoolOfRights();
    activities = schoolFile().coCurriculars;
  });
  afterAll(() => school.school.stop());

  it('is said in rights.md for each field', () => {
    expect(fieldRights.map(({ field }) => field)).toEqual([...reportFields, ...subjectFields]);
  });

  /** A value that nobody has typed there yet, so that it is stored where it may be. */
  function typed(field: string, attempt: number): unknown {
    if (counted.includes(field)) return attempt + 1;
    if (graded.includes(field)) return ['A', 'B', 'C', 'D', 'E'][attempt];
    return field === 'cocurricular' ? activities[attempt] : `Typed ${attempt}`;
  }

  async function setPermissions(isEditing: boolean): Promise<void> {
    const permissions = isEditing
      ? [{ menu: 'termReports' as const, action: 'editTermReports' }]
      : menuKeys.map((menu) => ({ menu, action: null }));
    await executeActionOfTest(AccountEntity.update({ accountId: 'A1' }, { set: { permissions } }));
  }

  it.each(fieldRights)('$field', async ({ field, cells }) => {
    let attempt = 0;
    /** Whether a save of the field is taken, and stored; a refused one stores nothing. */
    const writes = async (accountId: string): Promise<boolean> => {
      attempt = (attempt + 1) % 5;
      const ofStudent = { student_id: 'S41', class_id: '4A', year, term };
      const change = { [field]: typed(field, attempt) };
      const before = await readTableContent();
      const client = await clientOfAccount(school.school.url, accountId);
      const { status } = reportFields.includes(field)
        ? await client.call(saveTermReport, { ...ofStudent, ...change } as never)
        : await client.call(updateSubjectRecord, {
            ...ofStudent,
            subject_id_old: 'MATH',
            subject_id_new: 'MATH',
            ...change,
          } as never);
      expect([200, 403]).toContain(status);
      expect((await listChangesSince(before)).length > 0).toBe(status === 200);
      return status === 200;
    };

    const nobodyElse = [
      ...accountsOfColumn['Own teacher'],
      ...accountsOfColumn['Senior post'],
      ...accountsOfColumn['Other teachers'],
    ];
    for (const accountId of [...nobodyElse, ...accountsOfColumn.PTA]) expect(await writes(accountId)).toBe(false);
    expect(await writes('T4')).toBe(cells['Form teacher'] === 'yes');
    expect(await writes('T5')).toBe(cells.Dean === 'yes');
    await setPermissions(false);
    expect(await writes('A1')).toBe(cells.Admin === 'yes');
    await setPermissions(true);
    expect(await writes('A1')).toBe(cells.Admin === 'editing');
  });
});
