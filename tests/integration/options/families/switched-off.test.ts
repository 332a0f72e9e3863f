import { beforeAll, describe, expect, it } from 'vitest';
import { ReportLinkEntity } from '#functions/options/families/records/report-links.ts';
import { tableParts } from '#functions/students/register/erasure/erasure-steps.ts';
import { eraseRows } from '#functions/students/register/jobs/rows-to-erase.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { entranceContract } from '#shared/options/families/entrance/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { schoolWithoutOptions } from '../../../support/options/without-options.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { switchOption } from '../../../support/school/switch-option.ts';

describe('a school without families', () => {
  const school = schoolWithoutOptions();
  beforeAll(() => switchOption('families', false));

  it('answers none of their calls, neither of the office nor of students, nor the links that are out', async () => {
    const office = await clientOfAccount(school.url, 'A1');
    expect((await office.call(familiesContract.readFamilyAccounts, {})).status).toBe(404);
    expect((await office.call(familiesContract.listRegistrations, {})).status).toBe(404);
    expect((await office.call(familiesContract.listFamilyNotes, { class_id: '4A' })).status).toBe(404);
    const visitor = new TestClient(school.url);
    expect((await visitor.call(entranceContract.studentLogin, { name: 'S41', password: 'Whatever-2026' })).status).toBe(
      404,
    );
    const link = { link: 'x'.repeat(32), date_of_birth: '2010-05-17' };
    expect((await visitor.call(entranceContract.openReportLink, link)).status).toBe(404);
  });

  it('has closed the sessions of students, who call nothing of sign-in’s any more, and no other', async () => {
    const of = async (accountId: string) =>
      (await (await clientOfAccount(school.url, accountId)).call(authContract.readMyAccount, {})).status;
    expect(await of('student.S41')).toBe(401);
    expect(await of('T1')).toBe(200);
  });

  it('still marks that a student has to choose a password, which counts once there is an entrance', async () => {
    const office = await clientOfAccount(school.url, 'A1');
    const { status, body } = await office.call(studentRegisterContract.resetStudentPassword, { student_id: 'S41' });
    expect([status, body.account]).toEqual([200, 'not used']);
  });

  it('erases the links of an erased student all the same, and no other’s', async () => {
    await import('#functions/students/register/jobs/lambda.ts');
    const link = { year: 2025, term: 1 as const, nonce: 'n', base: 1, madeAt: '2026-01-05', endsAt: '2026-04-05' };
    for (const studentId of ['S41', 'S42'])
      await executeActionOfTest(
        ReportLinkEntity.put({ ...link, studentId, hash: studentId, tries: 0, openings: [], expires: 4_000_000_000 }),
      );
    const unknown = await Promise.all(Array.from({ length: tableParts }, (_, part) => eraseRows(['S41'], part)));
    expect(unknown.flat().join(' ')).not.toContain('report-link');
    const left = (await ReportLinkEntity.query({ year: 2025, term: 1 })).map(({ studentId }) => studentId);
    expect(left).toEqual(['S42']);
  });
});
