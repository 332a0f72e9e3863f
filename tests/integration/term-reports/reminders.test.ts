import { describe, expect, it } from 'vitest';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { missingOnRow } from '#shared/term-reports/completeness-calls.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { studentIdsOfClasses, term, year, yearId } from '../../support/school/small-school.ts';
import { restoreAfterEach } from '../../support/school/table-content.ts';
import { hookTable } from '../../support/step-by-step/table-requests.ts';

const { remindTeachers, readOwnReminder, saveTermReport } = termReportsContract;

describe('reminding teachers of what is missing', () => {
  const school = schoolForTests();
  restoreAfterEach();
  const [admin, mona, eric, dina] = [school.as('A1'), school.as('T1'), school.as('T2'), school.as('T3')];

  const remind = async (client: typeof admin, employee_ids: string[]) => {
    const { status, body } = await client.call(remindTeachers, { year, term, employee_ids });
    expect(status).toBe(200);
    return body.employee_ids;
  };
  const noticeOf = async (client: typeof admin) => {
    const { status, body } = await client.call(readOwnReminder, {});
    expect(status).toBe(200);
    return body && { by: body.by, lines: body.rows.map(missingOnRow) };
  };

  it('shows a teacher who asked and what is missing, and nobody else anything', async () => {
    expect(await noticeOf(eric)).toBeNull();
    expect(await remind(admin, ['T2'])).toEqual(['T2']);
    expect(await noticeOf(eric)).toEqual({
      by: 'Ada Office',
      lines: [
        '1A English Language: 6 marks, 6 comments',
        '1B English Language: 3 marks, 3 comments',
        '1B Mathematics: 3 marks, 3 comments',
      ],
    });
    expect(await noticeOf(mona)).toBeNull();
  });

  it('says what is missing now, not what was missing when it was asked for', async () => {
    await remind(admin, ['T2']);
    const entered = { student_id: 'S11', year, term, comment: 'Reads widely.' };
    expect((await eric.call(markSheetContract.saveSubjectRecord, { ...entered, subject_id: 'ENGL' })).status).toBe(200);
    expect((await noticeOf(eric))?.lines).toContain('1B English Language: 3 marks, 2 comments');
  });

  it('ends once nothing is missing', async () => {
    expect(await remind(admin, ['T3'])).toEqual(['T3']);
    expect((await noticeOf(dina))?.lines).toEqual(['1A Dean’s remarks: 6 remarks', '1B Dean’s remarks: 3 remarks']);
    for (const student_id of [...studentIdsOfClasses['1A'], ...studentIdsOfClasses['1B']]) {
      const remark = { student_id, year, term, dcomments: 'Well done.' };
      expect((await dina.call(saveTermReport, remark)).status).toBe(200);
    }
    expect(await noticeOf(dina)).toBeNull();
    expect(await remind(admin, ['T3'])).toEqual([]);
  });

  it('ends with the term', async () => {
    await remind(admin, ['T2']);
    const next = { academic_year_id: yearId, term: 2 as const, is_current: true };
    const dates = { date_start: '2026-01-05', date_end: '2026-03-27', new_term_beginning: '2026-04-13' };
    const saved = await admin.call(termsContract.saveAcademicTerm, { ...next, ...dates, possible_attendance: 114 });
    expect(saved.status).toBe(200);
    expect(await noticeOf(eric)).toBeNull();
  });

  it('is refused in a term that is closed, whose earlier reminders end', async () => {
    await remind(admin, ['T2']);
    expect((await admin.call(termsContract.closeTerm, { academic_year_id: yearId, term })).status).toBe(200);
    expect(await noticeOf(eric)).toBeNull();
    const { status, error } = await admin.call(remindTeachers, { year, term, employee_ids: ['T2'] });
    expect([status, error?.message]).toEqual([423, [expect.stringMatching(/^Term 1.* was closed by Ada Office on /)]]);
  });

  it('counts the classes of the teacher alone', async () => {
    const asked: string[] = [];
    const note: Parameters<typeof hookTable>[0] = ({ input, send }) => {
      asked.push(JSON.stringify(input));
      return send();
    };
    await hookTable(note, () => remind(admin, ['T1']));
    // Mona has 1A, 4A and 4B.
    expect(asked.join(' ')).toContain('4A');
    expect(asked.join(' ')).not.toContain('1B');
  });

  it('lets a form teacher remind the teachers of their own class alone', async () => {
    // Mona is form teacher of 1A, which Eric teaches and Dina is dean of; Fiona has 4A.
    expect(await remind(mona, ['T2', 'T3', 'T4'])).toEqual(['T2', 'T3']);
  });
});
