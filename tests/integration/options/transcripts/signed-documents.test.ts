import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { school as schoolFile } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import type { DidDocument } from '#shared/options/signed-cards/card-credential.ts';
import { verificationContract } from '#shared/options/signed-cards/contract.ts';
import { decodeBits } from '#shared/options/signed-cards/status-list.ts';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { verifyCredentialByTheSpecification } from '../../../support/options/signed-cards/independent-verifier.ts';
import { postReportOfStudent } from '../../../support/school/posted-report.ts';
import { changeRecordOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';

const { findCard, readCardStatusList, readDidDocument } = verificationContract;
const { issueDocuments, printDocuments, withdrawDocument } = transcriptsContract;

describe('a document under a number, where cards are signed', () => {
  const school = schoolForTests();
  const office = school.as('A1');
  const stranger = new TestClient('');

  beforeAll(async () => {
    stranger.url = school.url;
    await postReportOfStudent('S01', { year: 2024, term: 1 });
    await changeRecordOfTest(StudentEntity, { studentId: 'S01' }, { entryDate: '2021-09-06' });
  });

  const issue = async (kind: 'transcript' | 'leaving certificate' | 'testimonial', words: string | null = null) => {
    const { status, body } = await office.call(issueDocuments, { kind, student_ids: ['S01'], words });
    expect(status).toBe(200);
    return body.documents[0]?.number ?? '';
  };
  const print = async (numbers: string) => {
    const { status, bytes } = await office.call(printDocuments, { numbers });
    expect(status).toBe(200);
    const { pages } = await readPrintedPdf(bytes);
    const text = pages.flatMap(({ texts }) => texts.map((one) => one.text)).join(' ');
    const codes = [...text.matchAll(/Code ([0-9A-Z]{5})-([0-9A-Z]{5})/g)].map(([, a = '', b = '']) => a + b);
    return { bytes, text, codes };
  };
  const lookUp = async (code: string) => {
    const { status, body } = await stranger.call(findCard, { code });
    expect(status).toBe(200);
    if (!body.document) throw new Error('no document');
    return { document: body.document, files: body.files };
  };
  /** What a verifier that is not the product's finds out with the code. */
  const check = async (code: string) => {
    const { document } = await lookUp(code);
    const did = (await stranger.call(readDidDocument, {})).body as DidDocument;
    if (!(await verifyCredentialByTheSpecification(document, did))) return 'forged';
    const [entry] = document.credentialStatus;
    const list = await stranger.call(readCardStatusList, { list: entry?.statusListCredential.split('/').at(-1) ?? '' });
    expect(list.body.id).toBe(entry?.statusListCredential);
    expect(await verifyCredentialByTheSpecification(list.body, did)).toBe(true);
    const bits = await decodeBits(list.body.credentialSubject.encodedList);
    const at = Number(entry?.statusListIndex);
    return ((bits[at >> 3] ?? 0) & (0x80 >> (at & 7))) === 0 ? 'valid' : 'withdrawn';
  };
  const withdraw = (number: string, withdrawn: boolean) =>
    office.call(withdrawDocument, { number, withdrawn, reason: withdrawn ? 'A wrong name' : null });

  it('has a code on each page, by which anybody sees what was signed: no name, no words', async () => {
    const number = await issue('transcript');
    const { codes, text } = await print(number);
    expect(new Set(codes).size).toBe(1);
    expect(text).toContain(`${new URL(school.url).host}/verify`);
    const { document } = await lookUp(codes[0] ?? '');
    const { credentialSubject, issuer } = document;
    expect(issuer.name).toBe('Northgate Secondary School');
    expect({ ...credentialSubject, id: '', terms: credentialSubject.terms.length }).toEqual({
      id: '',
      initials: 'P.S.L.',
      class: '1A',
      document: 'Transcript',
      number,
      terms: 1,
    });
    const [term] = credentialSubject.terms;
    expect([term?.academicYear, term?.term]).toEqual(['2024-2025', 'Term 1']);
    expect(term?.subjects.map(({ name, mark }) => [name, mark])).toContainEqual(['Mathematics', '85.5']);
    expect(await check(codes[0] ?? '')).toBe('valid');
  });

  it('of a testimonial shows that it was issued, and of a leaving certificate its days; never their words', async () => {
    const testimonial = await issue('testimonial', 'Priya has been kind to everybody.');
    const certificate = await issue('leaving certificate', 'We wish her well.');
    const [ofTestimonial] = (await print(testimonial)).codes;
    const [ofCertificate] = (await print(certificate)).codes;
    const said = [await lookUp(ofTestimonial ?? ''), await lookUp(ofCertificate ?? '')].map(({ document }) => document);
    expect(said.map(({ credentialSubject: { document, enteredOn } }) => [document, enteredOn])).toEqual([
      ['Testimonial', undefined],
      ['Leaving Certificate', '2021-09-06'],
    ]);
    expect(JSON.stringify(said)).not.toMatch(/kind|wish|Priya/);
    expect(await check(ofTestimonial ?? '')).toBe('valid');
    expect(await check(ofCertificate ?? '')).toBe('valid');
  });

  it('is called withdrawn once it is, and valid when it is made so again, also of several at the same moment', async () => {
    const numbers: string[] = [];
    while (numbers.length < 7) numbers.push(await issue('transcript'));
    const codes = await Promise.all(numbers.map(async (number) => (await print(number)).codes[0] ?? ''));
    const states = async () => Promise.all(codes.map(check));
    const [kept = '', ...others] = numbers;
    const together = await Promise.all(others.map((number) => withdraw(number, true)));
    expect(together.map(({ status }) => status)).toEqual(others.map(() => 200));
    expect(await states()).toEqual(['valid', ...others.map(() => 'withdrawn')]);
    await Promise.all([withdraw(kept, true), ...others.slice(1).map((number) => withdraw(number, false))]);
    expect(await states()).toEqual(['withdrawn', 'withdrawn', ...others.slice(1).map(() => 'valid')]);
  });

  it('has the hash of its file signed; that of several in one file is not', async () => {
    const numbers = [await issue('transcript'), await issue('transcript')];
    const [one, two] = [await print(numbers[0] ?? ''), await print(numbers.join(','))];
    const again = await print(numbers[0] ?? '');
    expect(again.bytes).toEqual(one.bytes);
    const hashOf = (bytes: Uint8Array) => `sha256-${createHash('sha256').update(bytes).digest('base64url')}`;
    const { files } = await lookUp(one.codes[0] ?? '');
    expect(files.map(({ credentialSubject }) => credentialSubject.file)).toEqual([hashOf(one.bytes)]);
    const did = (await stranger.call(readDidDocument, {})).body as DidDocument;
    expect(await verifyCredentialByTheSpecification(files[0] ?? {}, did)).toBe(true);
    expect(new Set(two.codes).size).toBe(2);
    expect((await lookUp(two.codes.at(-1) ?? '')).files).toEqual([]);
  });

  it('has no code where the school signs no more, whose codes go on to be answered; none is printed without the option', async () => {
    const file = schoolFile() as { options: string[]; optionSettings: Record<string, unknown> };
    const { options, optionSettings } = file;
    const signed = await issue('transcript');
    const [code = ''] = (await print(signed)).codes;
    file.optionSettings = { ...optionSettings, 'signed-cards': { signs: false } };
    try {
      const bare = await issue('transcript');
      expect((await print(bare)).codes).toEqual([]);
      expect((await withdraw(bare, true)).status).toBe(200);
      expect((await withdraw(signed, true)).status).toBe(200);
      expect(await check(code)).toBe('withdrawn');
      expect((await withdraw(signed, false)).status).toBe(200);
      file.options = options.filter((one) => one !== 'signed-cards');
      const { codes, text } = await print(signed);
      expect([codes, text.includes('/verify')]).toEqual([[], false]);
      expect((await print(await issue('testimonial', 'Kind.'))).codes).toEqual([]);
    } finally {
      file.options = options;
      file.optionSettings = optionSettings;
    }
  });
});
