import { beforeAll, describe, expect, it } from 'vitest';
import { listReportsOfStudent } from '#functions/marks/records/term-report.ts';
import { ReportSignaturesEntity } from '#functions/options/sign-off/records/report-signatures.ts';
import { readSectionOfSignatures } from '#functions/options/sign-off/section-of-everything.ts';
import { school as file } from '#functions/school/records/school.ts';
import { tableParts } from '#functions/students/register/erasure/erasure-steps.ts';
import { eraseRows } from '#functions/students/register/jobs/rows-to-erase.ts';
import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { schoolWithoutOptions } from '../../../support/options/without-options.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { term, year } from '../../../support/school/small-school.ts';

describe('a school that no longer has its reports signed', () => {
  const school = schoolWithoutOptions();
  beforeAll(async () => {
    for (const studentId of ['S41', 'S42'])
      await executeActionOfTest(
        ReportSignaturesEntity.put({
          year,
          term,
          classId: '4A',
          studentId,
          formTeacherId: 'T4',
          formTeacherBy: 'Fiona Fox',
          formTeacherAt: '2025-10-01T11:50:00.000Z',
          formTeacherOf: {},
        }),
      );
  });

  it('answers no call of signatures', async () => {
    const teacher = await clientOfAccount(school.url, 'T4');
    const ofTerm = { year: String(year), term: String(term) };
    expect((await teacher.call(signOffContract.countSignatures, ofTerm)).status).toBe(404);
    expect((await teacher.call(signOffContract.listSignatures, { ...ofTerm, class_id: '4A' })).status).toBe(404);
  });

  it('gives out who signed the reports of a student, and of no other', async () => {
    const { sheets } = await readSectionOfSignatures('S41', { reports: await listReportsOfStudent('S41') });
    expect(sheets.map(([, rows]) => rows.slice(1))).toEqual([
      [[expect.stringContaining('Term 1'), '4A', 'Form teacher', 'Fiona Fox', expect.any(String)]],
      // Notes of a council: none.
      [],
    ]);
  });

  it('erases it with the student all the same', async () => {
    await import('#functions/students/register/jobs/lambda.ts');
    file().options = [];
    const unknown = await Promise.all(Array.from({ length: tableParts }, (_, part) => eraseRows(['S41'], part)));
    expect(unknown.flat().join(' ')).not.toContain('report-signatures');
    const left = await ReportSignaturesEntity.query({ year, term, classId: '4A' });
    expect(left.map(({ studentId }) => studentId)).toEqual(['S42']);
  });
});
