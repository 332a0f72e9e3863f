import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSigner, generateKeys } from '#functions/options/signed-cards/proofs/ed25519-keys.ts';
import { renderReportCards } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import { didDocument, signedCredential, toVerificationMethodId } from '#shared/options/signed-cards/card-credential.ts';
import { documentCredential } from '#shared/options/signed-cards/document-credential.ts';
import { credentialSigner } from '#shared/options/signed-cards/signatures.ts';
import type { SignedCard } from '#shared/options/signed-cards/signed-card.ts';
import { verifyPageWordings as texts, verificationWordings } from '#shared/options/signed-cards/wordings.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { verifyFile } from '../../../../tools/options/signed-cards/verify-card/run.ts';
import { makeSampleReportCard, sampleSchool } from '../../../support/files/sample-report-cards.ts';
import {
  createSigningSchool,
  printWithProofs,
  proofOfCard,
  sampleCardFigures,
  sampleSchoolAddress,
} from '../../../support/options/signed-cards/sample-cards.ts';

describe('npm run verify-card', () => {
  const offline = { address: undefined, isOffline: true };
  const report = makeSampleReportCard(1);
  let folder: string;
  let did: string;
  let card: SignedCard;

  beforeAll(async () => {
    printWithProofs();
    folder = await mkdtemp(join(tmpdir(), 'verify-card-'));
    did = join(folder, 'did.json');
    const school = await createSigningSchool();
    await writeFile(did, JSON.stringify(didDocument(sampleSchoolAddress, [school.key])));
    const { period, student, average } = report;
    card = await school.sign({
      ...sampleCardFigures,
      year: period.year,
      term: period.term,
      termTitle: period.termTitle,
      initials: 'F.A.',
      school: sampleSchool.name,
      classId: student.classId,
      average: average.text,
      subjects: report.subjects.map(({ title, total }) => ({ title, total })),
    });
  });
  afterAll(() => rm(folder, { recursive: true }));

  const written = async (name: string, content: string | Uint8Array) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const pdf = async (name: string) => {
    const posted = { school: sampleSchool, postedAt: new Date(0), proof: proofOfCard(card) };
    const cards = [{ card: report, layout: standardLayout, posted }];
    return written(name, await renderReportCards({ school: sampleSchool, cards, printedAt: new Date(0) }));
  };

  it('says of a document under a number what it is and what was signed', async () => {
    const keys = generateKeys();
    const signer = credentialSigner({
      id: toVerificationMethodId(sampleSchoolAddress, 1),
      sign: createSigner(keys.secretKey),
    });
    const document = {
      key: 1,
      code: 'K7QF2M9X4T',
      statusIndex: 3,
      signedAt: 1_775_000_000,
      school: sampleSchool.name,
      title: 'Transcript',
      number: '2026-0007',
      initials: 'F.A.',
      classId: '5A',
      enteredOn: null,
      leftOn: null,
      terms: [
        { year: 2019, title: 'Term 1', average: null, subjects: [{ title: 'Latin', mark: 'B+', source: 'Book 2019' }] },
      ],
    };
    const credential = await signer.signCard(documentCredential(document, sampleSchoolAddress));
    const own = await written('own.json', JSON.stringify(didDocument(sampleSchoolAddress, [{ number: 1, ...keys }])));
    const file = await written('document.json', JSON.stringify(credential));
    const { lines, isValid } = await verifyFile(file, { ...offline, did: own });
    expect(lines[0]).toBe(`northgate.example (${sampleSchool.name}): F.A., 5A, Transcript 2026-0007, K7QF2-M9X4T`);
    expect(lines.slice(-2)).toEqual(['    Term 1, 2019-2020, Average: --', '    Latin: B+ (Book 2019)']);
    expect(isValid).toBe(false);
    const foreign = await verifyFile(file, { ...offline, did });
    expect(foreign.lines[1]).toContain(texts.ofDocuments.outcomes['not ours'].head);
  });

  it('says of a PDF in its first line whose it is, and what was signed, by nothing but the keys of the school', async () => {
    const { lines, isValid } = await verifyFile(await pdf('card.pdf'), { ...offline, did });
    expect(lines.slice(0, 4)).toEqual([
      'northgate.example (Northgate Secondary School): F.A., 3A, Term 3 2025-2026, K7QF2-M9X4T',
      expect.stringContaining('Whether the card was replaced or withdrawn since could not be looked up'),
      expect.stringContaining('Only you can say whether northgate.example is the address of the school'),
      '    Average: 68.8',
    ]);
    expect(lines).toHaveLength(4 + report.subjects.length);
    // Without its status it is not called valid.
    expect(isValid).toBe(false);
  });

  it('names the school that a forger has made up by its address, whatever name the card has', async () => {
    const forger = await createSigningSchool({ at: 'https://forger.example' });
    const credential = signedCredential(
      await forger.sign({ ...sampleCardFigures, school: sampleSchool.name }),
      'https://forger.example',
    );
    const keys = await written('forger.json', JSON.stringify(didDocument('https://forger.example', [forger.key])));
    const file = await written('forged.json', JSON.stringify(credential));
    expect((await verifyFile(file, { ...offline, did: keys })).lines[0]).toMatch(/^forger\.example \(Northgate /);
  });

  it('gives up a file that takes longer than it may, and one that is no PDF', async () => {
    const slow = await verifyFile(await pdf('slow.pdf'), {
      ...offline,
      did,
      limits: { milliseconds: 1, megabytes: 512 },
    });
    expect(slow).toEqual({ lines: [verificationWordings.tooMuchPdf], isValid: false });
    const broken = await verifyFile(await written('broken.pdf', 'no PDF'), { ...offline, did });
    expect(broken).toEqual({ lines: [verificationWordings.noPdf], isValid: false });
  });

  it('reads a credential that a family has downloaded, and refuses it under another school’s keys', async () => {
    const file = await written('card.json', JSON.stringify(signedCredential(card, sampleSchoolAddress)));
    expect((await verifyFile(file, { ...offline, did })).lines[1]).toContain(texts.outcomes['status unknown'].text);
    const other = join(folder, 'other.json');
    await writeFile(other, JSON.stringify(didDocument(sampleSchoolAddress, [(await createSigningSchool()).key])));
    const refused = await verifyFile(file, { ...offline, did: other });
    expect([refused.lines[1]?.includes(texts.outcomes['not ours'].head), refused.isValid]).toEqual([true, false]);
  });
});
