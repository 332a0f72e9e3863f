import { describe, expect, it } from 'vitest';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { keepCheckOfCopies } from '#functions/options/truth-check/certificate/keep-check.ts';
import { PostingCheckEntity } from '#functions/options/truth-check/certificate/posting-check.ts';
import type { Authorship } from '#functions/platform/table/audit.ts';
import type { ReportCard } from '#functions/term-reports/report-cards/report-card.ts';
import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { switchOption } from '../../../support/school/switch-option.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';
import { postReports } from '../../term-reports/report-cards/post-reports.ts';

const { dismissFinding, listFindings, printCertificate, restoreFinding } = truthCheckContract;
const ofTerm = { year: String(year), term: String(term) };

describe('the certificate of a posting', () => {
  const admin = schoolForTests().as('A1');
  const print = async () => {
    const answer = await admin.call(printCertificate, ofTerm);
    if (answer.status !== 200) return answer.status;
    const { pages } = await readPrintedPdf(answer.bytes);
    return pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(' ');
  };
  const post = async (date_posted: string | null) =>
    expect((await postReports(admin, { posted: 1, date_posted })).body.state).toBe('finished');

  it('is not there before', async () => {
    expect(await print()).toBe(404);
  });

  it('says what was checked of its copies, and what was dismissed and not taken back', async () => {
    const key = { studentId: 'S01', year, term };
    await executeActionOfTest(TermReportEntity.update(key, { set: { formTeacherComments: 'Works hard and' } }));
    await executeActionOfTest(
      TermReportEntity.update({ ...key, studentId: 'S02' }, { set: { formTeacherComments: 'Is kind and' } }),
    );
    const { findings } = (await admin.call(listFindings, { ...ofTerm, class_id: '1A' })).body;
    expect(findings.map(({ student_id }) => student_id)).toEqual(['S01', 'S02']);
    for (const { finding, student_id } of findings) {
      const reason = `Right for ${student_id}`;
      await admin.call(dismissFinding, { year, term, class_id: '1A', finding, reason });
    }
    const [, second] = findings;
    await admin.call(restoreFinding, { year, term, class_id: '1A', finding: second?.finding ?? '' });
    await post(null);
    const checks = await PostingCheckEntity.query({ year, term });
    const classes = checks.flatMap((check) => check.classes);
    expect(classes.map(({ classId, reports, improbable }) => [classId, reports, improbable]).sort()).toEqual([
      ['1A', 6, 1],
      ['1B', 3, 0],
      ['4A', 4, 0],
      ['4B', 2, 0],
    ]);
    const text = await print();
    expect(text).toContain('Right for S01');
    expect(text).not.toContain('Right for S02');
  });

  it('reads what the classes of a term share once for all transactions of an edition', async () => {
    const edition = { year, term, version: 1, base: 1, postedAt: '2025-12-12T09:00:00.000Z' };
    const by = { caller: { name: 'Ada Office' }, request: { now: new Date(edition.postedAt) } } as Authorship;
    const keep = (of: typeof edition, part: string, cards: readonly ReportCard[] = []) =>
      recordTraffic(() => keepCheckOfCopies({ edition: of, part, cards, by }));
    const card = { student: { classId: '1A', formLevel: 1 }, subjects: [] } as unknown as ReportCard;
    expect((await keep(edition, '0')).length).toBeGreaterThan(2);
    expect(await keep(edition, '1')).toEqual([]);
    // Its contents, its students, and what was dismissed; no class was before it, whose term would be the fourth.
    expect(await keep(edition, '2', [card, card])).toHaveLength(3);
    expect((await keep({ ...edition, postedAt: '2025-12-13T09:00:00.000Z' }, '0')).length).toBeGreaterThan(2);
  });

  it('keeps what it said when a dismissal is taken back', async () => {
    const { findings } = (await admin.call(listFindings, { ...ofTerm, class_id: '1A' })).body;
    const [first] = findings;
    await admin.call(restoreFinding, { year, term, class_id: '1A', finding: first?.finding ?? '' });
    expect(await print()).toContain('Right for S01');
  });

  it('is not made of a posting without the option, which goes on as before', async () => {
    switchOption('truth-check', false);
    const before = await PostingCheckEntity.query({ year, term });
    await executeActionOfTest(
      TermReportEntity.update({ studentId: 'S11', year, term }, { set: { formTeacherComments: 'Is kind.' } }),
    );
    const { body } = await admin.call(termReportsContract.readPostingState, {});
    await post(body.find((one) => one.year === year && one.term === term)?.date_posted ?? null);
    expect(await PostingCheckEntity.query({ year, term })).toEqual(before);
    switchOption('truth-check', true);
  });
});
