import { decodeList } from '@digitalbazaar/vc-bitstring-status-list';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalCard } from '#shared/options/signed-cards/canonical-card.ts';
import { cardCredential, didDocument, signedCredential } from '#shared/options/signed-cards/card-credential.ts';
import { hasValidProof } from '#shared/options/signed-cards/signatures.ts';
import type { SignedCard } from '#shared/options/signed-cards/signed-card.ts';
import {
  decodeBits,
  encodeBits,
  statusAt,
  statusListLength,
  toStatusBits,
} from '#shared/options/signed-cards/status-list.ts';
import {
  toCanonicalNQuads,
  verifyCredentialByTheSpecification,
} from '../../../support/options/signed-cards/independent-verifier.ts';
import {
  arbitraryCardFigures,
  createSigningSchool,
  sampleCardFigures,
  sampleSchoolAddress,
} from '../../../support/options/signed-cards/sample-cards.ts';
import { isWholeRun } from '../../../support/samples/whole-run.ts';

describe('the credential of a card', () => {
  let school: Awaited<ReturnType<typeof createSigningSchool>>;
  let card: SignedCard;

  beforeAll(async () => {
    school = await createSigningSchool();
    card = await school.sign();
  });

  const both = async (credential: object, did = didDocument(sampleSchoolAddress, [school.key])) => [
    await hasValidProof(credential, did),
    await verifyCredentialByTheSpecification(credential, did),
  ];

  it('says of the card what a stranger may see, and nothing else', () => {
    const { credentialSubject, issuer } = signedCredential(card, sampleSchoolAddress);
    const subject = (number: number) => `https://northgate.example/verify#K7QF2M9X4T/subject-${number}`;
    expect({ credentialSubject, issuer }).toEqual({
      issuer: { id: 'did:web:northgate.example', name: 'St. Augustine’s Girls’ High School' },
      credentialSubject: {
        id: 'https://northgate.example/verify#K7QF2M9X4T/student',
        initials: 'A.M.D.',
        class: '4A',
        academicYear: '2025-2026',
        term: 'Term 2',
        average: '71.3',
        subjects: [
          { id: subject(1), name: 'Mathematics', total: '64.3' },
          { id: subject(2), name: 'English A', total: '100.0' },
          { id: subject(3), name: 'Kokovíz és népzene', total: 'Abs' },
          { id: subject(4), name: 'Physics' },
          { id: subject(5), name: 'Chemistry', total: '0.5' },
        ],
      },
    });
  });

  it('is valid for a verifier that shares no code with the product', async () => {
    expect(await both(signedCredential(card, sampleSchoolAddress))).toEqual([true, true]);
    const bare = await school.sign({ ...sampleCardFigures, average: null, subjects: [] });
    expect(await both(signedCredential(bare, sampleSchoolAddress))).toEqual([true, true]);
  });

  it.each<[string, Partial<SignedCard>]>([
    ['a better total', { subjects: sampleCardFigures.subjects.with(0, { title: 'Mathematics', total: '94.3' }) }],
    ['one subject less', { subjects: sampleCardFigures.subjects.slice(1) }],
    ['a better average', { average: '91.3' }],
    ['other initials', { initials: 'B.M.D.' }],
    ['another class', { classId: '4B' }],
    ['another term', { term: 1 }],
    ['another year', { year: 2024 }],
    ['another day', { signedAt: sampleCardFigures.signedAt + 1 }],
    ['the place of a valid card in the status list', { statusIndex: 5 }],
    ['another code', { code: 'K7QF2M9X4V' }],
    ['another school', { school: 'Another School' }],
  ])('is invalid with %s', async (_, change) => {
    expect(await both(signedCredential({ ...card, ...change }, sampleSchoolAddress))).toEqual([false, false]);
  });

  it('has the canonical form of the standard, whatever its texts', async () => {
    const property = fc.asyncProperty(arbitraryCardFigures, async (figures) => {
      const credential = cardCredential(figures, sampleSchoolAddress);
      expect(canonicalCard(credential)).toBe(await toCanonicalNQuads(credential));
    });
    await fc.assert(property, { numRuns: isWholeRun ? 10_000 : 200 });
    const { proofValue, ...proof } = signedCredential(card, sampleSchoolAddress).proof;
    expect(canonicalCard(proof)).toBe(
      await toCanonicalNQuads({ '@context': ['https://www.w3.org/ns/credentials/v2'], ...proof }),
    );
  });

  it('is invalid at another school, whatever keys that has', async () => {
    const other = await createSigningSchool({ at: 'https://southgate.example' });
    const replayed = signedCredential(card, 'https://southgate.example');
    expect(await both(replayed, didDocument('https://southgate.example', [other.key]))).toEqual([false, false]);
    expect(await both(replayed, didDocument('https://southgate.example', [school.key]))).toEqual([false, false]);
    const asPrinted = signedCredential(card, sampleSchoolAddress);
    expect(await both(asPrinted, didDocument('https://southgate.example', [other.key]))).toEqual([false, false]);
  });

  it('is valid on a device whose clock is slow', async () => {
    const ahead = { ...sampleCardFigures, signedAt: Math.ceil(Date.now() / 1000) + 86_400 };
    expect(await both(signedCredential(await school.sign(ahead), sampleSchoolAddress))).toEqual([true, true]);
  });

  it('stays valid when the school signs with another key, and ends with the key’s place in the document', async () => {
    const next = await createSigningSchool({ number: 2 });
    const later = await next.sign();
    const rotated = didDocument(sampleSchoolAddress, [school.key, next.key]);
    expect(await both(signedCredential(card, sampleSchoolAddress), rotated)).toEqual([true, true]);
    expect(await both(signedCredential(later, sampleSchoolAddress), rotated)).toEqual([true, true]);
    expect(
      await both(signedCredential(card, sampleSchoolAddress), didDocument(sampleSchoolAddress, [next.key])),
    ).toEqual([false, false]);
    expect(await both(signedCredential({ ...card, key: 2 }, sampleSchoolAddress), rotated)).toEqual([false, false]);
  });
});

describe('a status list', () => {
  it('is read bit by bit by another library as it was written', async () => {
    const set = [0, 7, 8, 70_001, statusListLength - 1];
    const encoded = await encodeBits(toStatusBits(set));
    const list = await decodeList({ encodedList: encoded });
    for (const index of [...set, 1, 6, 9, 70_000, 70_002]) expect(list.getStatus(index)).toBe(set.includes(index));
    expect(await decodeBits(encoded)).toEqual(toStatusBits(set));
  });

  it('tells valid, replaced and removed cards apart', () => {
    const lists = { suspension: toStatusBits([3, 4]), refresh: toStatusBits([4]) };
    expect([2, 3, 4].map((index) => statusAt(lists, index))).toEqual(['valid', 'removed', 'replaced']);
  });

  it('is refused in another length or form', async () => {
    await expect(decodeBits('H4sIA')).rejects.toThrow();
    await expect(decodeBits(await encodeBits(new Uint8Array(16)))).rejects.toThrow('another length');
  });
});
