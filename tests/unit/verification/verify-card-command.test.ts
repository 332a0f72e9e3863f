import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderReportCards } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import type { ReportCard } from '#functions/term-reports/report-cards/report-card.ts';
import { didDocument, signedCredential } from '#shared/verification/card-credential.ts';
import type { SignedCard } from '#shared/verification/signed-card.ts';
import { verifyPageWordings as texts } from '#shared/verification/wordings.ts';
import { verifyFile } from '../../../tools/verify-card/run.ts';
import { createSigningSchool, sampleCardFigures, sampleSchoolAddress } from '../../support/cards/sample-cards.ts';
import { makeSampleReportCard, sampleSchool } from '../../support/files/sample-report-cards.ts';

describe('npm run verify-card', () => {
  const offline = { address: undefined, isOffline: true };
  const report = makeSampleReportCard(1);
  let folder: string;
  let did: string;
  let card: SignedCard;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'verify-card-'));
    did = join(folder, 'did.json');
    const school = await createSigningSchool();
    await writeFile(did, JSON.stringify(didDocument(sampleSchoolAddress, [school.key])));
    const { period, student, average } = report;
    card = await school.sign({
      ...{ ...sampleCardFigures, year: period.year, term: period.term, termTitle: period.termTitle, initials: 'F.A.' },
      ...{ school: sampleSchool.name, classId: student.classId, average: average.text },
      subjects: report.subjects.map(({ title, total }) => ({ title, total })),
    });
  });
  afterAll(() => rm(folder, { recursive: true }));

  const written = async (name: string, content: string | Uint8Array) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const pdf = async (name: string, change: Partial<ReportCard> = {}) => {
    const posted = { school: sampleSchool, postedAt: new Date(0), signed: { ...card, address: sampleSchoolAddress } };
    const cards = [{ card: { ...report, ...change }, posted }];
    return written(name, await renderReportCards({ school: sampleSchool, cards, printedAt: new Date(0) }));
  };

  it('says of a PDF whose it is and what was signed, by nothing but the keys of the school', async () => {
    const { lines, isValid } = await verifyFile(await pdf('card.pdf'), { ...offline, did });
    expect(lines[0]).toBe(
      `K7QF2-M9X4T  ${texts.outcomes['status unknown'].head} ${texts.outcomes['status unknown'].text}`,
    );
    expect(lines.slice(1, 3)).toEqual([
      '  https://northgate.example',
      '  Northgate Secondary School, Term 3 2025-2026, F.A., 3A, Average 68.8',
    ]);
    expect(lines).toHaveLength(3 + report.subjects.length);
    // Without its status it is not called valid.
    expect(isValid).toBe(false);
  });

  it('finds the figure that somebody has changed', async () => {
    const subjects = report.subjects.map((subject, at) => (at === 1 ? { ...subject, total: '99.9' } : subject));
    const { lines, isValid } = await verifyFile(await pdf('better.pdf', { subjects }), { ...offline, did });
    expect(lines.slice(-2)).toEqual([`  ${texts.differs}`, '    Mathematics: 67.6, 99.9']);
    expect(isValid).toBe(false);
  });

  it('reads a credential that a family has downloaded, and refuses it under another school’s keys', async () => {
    const file = await written('card.json', JSON.stringify(signedCredential(card, sampleSchoolAddress)));
    expect((await verifyFile(file, { ...offline, did })).lines[0]).toContain(texts.outcomes['status unknown'].head);
    const other = join(folder, 'other.json');
    await writeFile(other, JSON.stringify(didDocument(sampleSchoolAddress, [(await createSigningSchool()).key])));
    const refused = await verifyFile(file, { ...offline, did: other });
    expect([refused.lines[0]?.includes(texts.outcomes['not ours'].head), refused.isValid]).toEqual([true, false]);
  });
});
