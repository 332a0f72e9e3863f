import { beforeAll, describe, expect, it } from 'vitest';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { ReportSignaturesEntity } from '#functions/options/sign-off/records/report-signatures.ts';
import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { type Stage, stages } from '#shared/options/sign-off/stages.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { makePng } from '../../../support/files/sample-files.ts';
import { addPrincipal, publishSignature } from '../../../support/options/sign-off/principal.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { switchOption } from '../../../support/school/switch-option.ts';
import { postReports } from '../../term-reports/report-cards/post-reports.ts';
import { printCards } from '../../term-reports/report-cards/printed-cards.ts';

describe('the picture of the principal’s signature', () => {
  const school = schoolForTests();
  const [admin, colleague] = [school.as('A1'), school.as('T2')];
  const signers: Partial<Record<Stage, TestClient>> = { 'form teacher': school.as('T1'), dean: school.as('T3') };
  let principal: TestClient;

  beforeAll(async () => {
    await addPrincipal();
    principal = await clientOfAccount(school.url, 'T9');
    signers.principal = principal;
    await publishSignature(admin, makePng());
  });

  const picturesOn = async (studentId: string) =>
    Buffer.from((await printCards(admin, { studentId })).bytes)
      .toString('latin1')
      .split('/Subtype/Image').length - 1;
  const sign = async (...ids: string[]) => {
    const ofClass = { year: String(year), term: String(term), class_id: '1A' };
    const { students } = (await admin.call(signOffContract.listSignatures, ofClass)).body;
    const reports = students.flatMap(({ student_id, contents }) =>
      ids.includes(student_id) ? [{ student_id, contents }] : [],
    );
    for (const as of stages) {
      const answer = await signers[as]?.call(signOffContract.signReports, { year, term, class_id: '1A', as, reports });
      expect(answer?.status, as).toBe(200);
    }
  };
  const datePosted = async () => {
    const { body } = await admin.call(termReportsContract.readPostingState, {});
    return body.find((one) => one.year === year && one.term === term)?.date_posted ?? null;
  };

  it('is on the cards that the principal had signed as they are, and stays as it was posted', async () => {
    await sign('S01', 'S03');
    await executeActionOfTest(TermReportEntity.update({ studentId: 'S03', year, term }, { set: { timesLate: 3 } }));
    // The check before posting says so: S03 has changed since, and who has left is awaited by nobody.
    const check = async () =>
      (await admin.call(termReportsContract.checkPosting, { year: String(year), term: String(term) })).body;
    const { unsigned, students } = await check();
    const ofClass = unsigned?.find(({ class_id }) => class_id === '1A');
    expect(ofClass).toEqual({ class_id: '1A', reports: ofClass?.reports, unsigned: (ofClass?.reports ?? 0) - 1 });
    expect(unsigned?.map(({ class_id }) => class_id)).toContain('4A');
    switchOption('sign-off', false);
    const without = await check();
    expect([without.unsigned, without.students]).toEqual([undefined, students]);
    switchOption('sign-off', true);
    expect((await postReports(admin, { posted: 1, date_posted: null })).body.state).toBe('finished');
    expect([await picturesOn('S01'), await picturesOn('S02'), await picturesOn('S03')]).toEqual([1, 0, 0]);
    // Of another form, whose layout has none.
    expect(await picturesOn('S41')).toBe(0);
    await executeActionOfTest(ReportSignaturesEntity.delete({ year, term, classId: '1A', studentId: 'S01' }));
    expect(await picturesOn('S01')).toBe(1);
  });

  it('is nowhere signed once the term is posted: it takes no changes any more', async () => {
    const ofClass = { year: String(year), term: String(term), class_id: '1A' };
    const { students } = (await admin.call(signOffContract.listSignatures, ofClass)).body;
    const reports = students.slice(1, 2).map(({ student_id, contents }) => ({ student_id, contents }));
    const input = { year, term, class_id: '1A', as: 'form teacher' as const, reports };
    const answer = await signers['form teacher']?.call(signOffContract.signReports, input);
    expect(answer?.status).toBe(423);
  });

  it('is on a report that is issued again only where it is signed as it is now', async () => {
    await executeActionOfTest(TermReportEntity.update({ studentId: 'S01', year, term }, { set: { timesLate: 1 } }));
    const again = { student_id: 'S01', year, term, reason: 'Times late were missing' };
    expect((await admin.call(termReportsContract.issueReportAgain, again)).status).toBe(200);
    expect(await picturesOn('S01')).toBe(0);
  });

  it('lets the principal read the cards of every class, and no other teacher', async () => {
    const statuses = async () => [
      (await printCards(principal, { studentId: 'S41' })).status,
      (await printCards(principal, { classId: '1B' })).status,
      (await printCards(colleague, { studentId: 'S41' })).status,
    ];
    expect(await statuses()).toEqual([200, 200, 403]);
    switchOption('sign-off', false);
    expect(await statuses()).toEqual([403, 403, 403]);
    switchOption('sign-off', true);
  });

  it('is on every card as before where the school has reports signed no more, and nothing stored is lost', async () => {
    switchOption('sign-off', false);
    const before = await ReportSignaturesEntity.query({ year, term, classId: '1A' });
    expect(before.map(({ studentId }) => studentId)).toEqual(['S03']);
    await postReports(admin, { posted: 0, date_posted: await datePosted() });
    expect((await postReports(admin, { posted: 1, date_posted: null })).body.state).toBe('finished');
    expect([await picturesOn('S01'), await picturesOn('S02'), await picturesOn('S03')]).toEqual([1, 1, 1]);
    expect(await ReportSignaturesEntity.query({ year, term, classId: '1A' })).toEqual(before);
    switchOption('sign-off', true);
  });
});
