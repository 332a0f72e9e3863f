import { beforeAll, describe, expect, it } from 'vitest';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { school as schoolFile } from '#functions/school/records/school.ts';
import { cardProofs } from '#functions/term-reports/report-cards/card-proofs.ts';
import { PostedReportEntity } from '#functions/term-reports/report-cards/posting/posted-reports.ts';
import { cardProofParts } from '#options/functions/card-proof';
import { verificationContract } from '#shared/options/signed-cards/contract.ts';
import { unpackCard } from '#shared/options/signed-cards/signed-card.ts';
import { decodeBits, statusAt } from '#shared/options/signed-cards/status-list.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { postReports } from '../../term-reports/report-cards/post-reports.ts';

const { findCard, readCardStatusList } = verificationContract;

describe('a school that has signed cards, and signs no more', () => {
  const school = schoolForTests();
  const admin = school.as('A1');
  const stranger = new TestClient('');
  let file: { options: string[]; optionSettings: Record<string, unknown> };

  const copiesOf = async (studentId: string) => {
    return (await PostedReportEntity.query({ studentId })).sort((a, b) => a.version - b.version);
  };
  const issueAgain = async (student_id: string) => {
    const key = { studentId: student_id, year, term };
    await executeActionOfTest(TermReportEntity.update(key, { set: { formTeacherComments: 'Kind to everybody.' } }));
    const input = { student_id, year, term, reason: 'A remark was missing' };
    expect((await admin.call(termReportsContract.issueReportAgain, input)).status).toBe(200);
  };
  const statusOf = async (code: string) => {
    const { status, body } = await stranger.call(findCard, { code });
    if (status !== 200) return status;
    const card = unpackCard(Buffer.from(body.card ?? '', 'base64url'));
    const [suspension, refresh] = await Promise.all(
      ['suspension', 'refresh'].map(async (purpose) => {
        const list = await stranger.call(readCardStatusList, { list: `${year}-${term}-${purpose}` });
        return decodeBits(list.body.credentialSubject.encodedList);
      }),
    );
    return card && suspension && refresh && statusAt({ suspension, refresh }, card.statusIndex);
  };
  /** Whether the printed card of a student brings its proof along. */
  const hasPrintedProof = async (studentId: string) => {
    const input = { studentId, year: String(year), term: String(term) };
    const { status, bytes } = await admin.call(termReportsContract.printReportCard, input);
    expect(status).toBe(200);
    return Buffer.from(bytes).includes('/Subtype/application#2Fvc');
  };

  beforeAll(async () => {
    stranger.url = school.url;
    file = schoolFile();
    expect((await postReports(admin, { posted: 1, date_posted: null })).status).toBe(200);
  });

  it('gives later copies no code, and goes on answering for those that it has given', async () => {
    const [signed] = await copiesOf('S01');
    const code = signed?.code ?? '';
    expect(await statusOf(code)).toBe('valid');
    file.optionSettings = { 'signed-cards': { signs: false } };
    await issueAgain('S01');
    const [earlier, later] = await copiesOf('S01');
    expect([earlier?.code, later?.code, later?.signed]).toEqual([code, undefined, undefined]);
    expect(await statusOf(code)).toBe('replaced');
    expect(await statusOf((await copiesOf('S02'))[0]?.code ?? '')).toBe('valid');
    expect(await hasPrintedProof('S02')).toBe(true);
    expect(await hasPrintedProof('S01')).toBe(false);
  });

  it('prints and posts without any proof where the option is off, and keeps no file without the proof of its copy', async () => {
    file.options = ['scan-stations'];
    file.optionSettings = {};
    expect(cardProofs.of(file.options)).toEqual([]);
    expect(await hasPrintedProof('S03')).toBe(false);
    await issueAgain('S04');
    expect((await copiesOf('S04')).map(({ code }) => code === undefined)).toEqual([false, true]);
    // Back again, the copy is printed with its code, and what was issued meanwhile replaces the earlier card with the
    // next act.
    file.options = ['scan-stations', 'signed-cards'];
    expect(await hasPrintedProof('S03')).toBe(true);
    await issueAgain('S06');
    const [earlier] = await copiesOf('S04');
    expect(await statusOf(earlier?.code ?? '')).toBe('replaced');
  });

  it('leaves the place of proofs empty in a core without options', async () => {
    cardProofs.fill({});
    expect(cardProofs.of(file.options)).toEqual([]);
    await issueAgain('S05');
    expect((await copiesOf('S05')).at(-1)?.code).toBeUndefined();
    cardProofs.fill(cardProofParts);
    expect(cardProofs.of(file.options)).toHaveLength(1);
  });
});
