import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSigner, generateKeys } from '#functions/options/signed-cards/proofs/ed25519-keys.ts';
import { canonicalCard } from '#shared/options/signed-cards/canonical-card.ts';
import {
  type DidDocument,
  didDocument,
  statusListCredential,
  statusListPath,
  toVerificationMethodId,
} from '#shared/options/signed-cards/card-credential.ts';
import { checkDocument } from '#shared/options/signed-cards/checking/check-document.ts';
import { judgeCard } from '#shared/options/signed-cards/checking/verdict.ts';
import {
  documentCredential,
  documentOfCredential,
  documentOfText,
  type SignedDocument,
  signedDocumentCredential,
} from '#shared/options/signed-cards/document-credential.ts';
import { credentialSigner } from '#shared/options/signed-cards/signatures.ts';
import { parseSignature } from '#shared/options/signed-cards/signed-card.ts';
import { encodeBits, toStatusBits } from '#shared/options/signed-cards/status-list.ts';
import {
  toCanonicalNQuads,
  verifyCredentialByTheSpecification,
} from '../../../support/options/signed-cards/independent-verifier.ts';

const address = 'https://northgate.example';
const facts: Omit<SignedDocument, 'signature'> = {
  key: 1,
  code: 'K7QF2M9X4T',
  statusIndex: 4711,
  signedAt: 1_775_000_000,
  school: 'St. Augustine’s Girls’ High School',
  title: 'Transcript',
  number: '2026-0007',
  initials: 'A.M.D.',
  classId: '5A',
  enteredOn: null,
  leftOn: null,
  terms: [
    {
      year: 2019,
      title: 'Term 1',
      average: null,
      subjects: [{ title: 'Latin', mark: 'B+', source: 'Report book 2019' }],
    },
    {
      year: 2024,
      title: 'Term 2',
      average: '64.5',
      subjects: [
        { title: 'Kokovíz és népzene', mark: null, source: null },
        { title: 'Mathematics', mark: '61.5', source: null },
      ],
    },
  ],
};

/** A school of its own keys that signs documents and the list of those that it has withdrawn. */
function schoolThatSigns() {
  const keys = generateKeys();
  const signer = credentialSigner({ id: toVerificationMethodId(address, 1), sign: createSigner(keys.secretKey) });
  const did: DidDocument = didDocument(address, [{ number: 1, publicKey: keys.publicKey }]);
  return {
    did,
    sign: async (document: Omit<SignedDocument, 'signature'> = facts): Promise<SignedDocument> => {
      const { proof } = await signer.signCard(documentCredential(document, address));
      return { ...document, signature: parseSignature(proof.proofValue) };
    },
    list: async (name: string, withdrawn: number[]) => {
      const encodedList = await encodeBits(toStatusBits(withdrawn));
      const list = { address, name, purpose: 'suspension' as const, encodedList, at: new Date('2026-04-01T08:00:00Z') };
      return { credential: await signer.sign(statusListCredential(list)), at: list.at };
    },
  };
}

const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map((any) => any.toWellFormed());
const orNull = fc.option(text);

describe('a document that is signed', () => {
  const school = schoolThatSigns();
  let document: SignedDocument;
  beforeAll(async () => {
    document = await school.sign();
  });
  const outcomeOf = async (of: SignedDocument, withdrawn: number[] = []) => {
    const asked: string[] = [];
    const { outcome } = await checkDocument(of, { address, did: school.did }, (name) => {
      asked.push(name);
      return school.list(name, withdrawn);
    });
    return [outcome, asked];
  };

  it('is valid for a verifier that shares no code with the product, and for the page', async () => {
    const credential = signedDocumentCredential(document, address);
    expect(await verifyCredentialByTheSpecification(credential, school.did)).toBe(true);
    expect(credential.credentialStatus[0]?.statusListCredential).toBe(
      `${address}${statusListPath}/documents-2026-suspension`,
    );
    expect(await outcomeOf(document)).toEqual(['valid', ['documents-2026-suspension']]);
  });

  it('is withdrawn by its place in the list of its year, and of unknown status without that list', async () => {
    expect(await outcomeOf(document, [4711])).toEqual(['removed', ['documents-2026-suspension']]);
    const offline = await checkDocument(document, { address, did: school.did }, async () => null);
    expect(offline).toMatchObject({ outcome: 'status unknown', statusAt: null });
  });

  it('is not taken for another that lists of another name or another school’s key are for', async () => {
    const other = schoolThatSigns();
    const forged = await checkDocument(document, { address, did: school.did }, (name) => other.list(name, []));
    expect(forged.outcome).toBe('status unknown');
    const misnamed = await checkDocument(document, { address, did: school.did }, () =>
      school.list('documents-2025-suspension', []),
    );
    expect(misnamed.outcome).toBe('status unknown');
  });

  it.each<[string, Partial<SignedDocument>]>([
    ['a better mark', { terms: facts.terms.map((term) => ({ ...term, average: '90.0' })) }],
    ['one term less', { terms: facts.terms.slice(1) }],
    [
      'marks said to be of the school',
      {
        terms: facts.terms.map((term) => ({
          ...term,
          subjects: term.subjects.map((subject) => ({ ...subject, source: null })),
        })),
      },
    ],
    ['other initials', { initials: 'B.M.D.' }],
    ['another kind', { title: 'Leaving Certificate' }],
    ['another number', { number: '2026-0008' }],
    ['another day', { signedAt: facts.signedAt + 1 }],
    ['days that it had not', { leftOn: '2026-07-03' }],
    ['the place of a valid one', { statusIndex: 5 }],
    ['another code', { code: 'K7QF2M9X4V' }],
  ])('is none of the school with %s', async (_, change) => {
    expect((await outcomeOf({ ...document, ...change }))[0]).toBe('not ours');
  });

  it('has the canonical form of the standard, whatever its texts', async () => {
    const mark = fc.record({ title: text, mark: orNull, source: orNull });
    const term = fc.record({
      year: fc.integer({ min: 1950, max: 2100 }),
      title: text,
      average: orNull,
      subjects: fc.array(mark, { maxLength: 6 }),
    });
    const any = fc.record({
      school: text,
      title: text,
      initials: text,
      classId: text,
      enteredOn: orNull,
      leftOn: orNull,
      terms: fc.array(term, { maxLength: 4 }),
    });
    const property = fc.asyncProperty(any, async (change) => {
      const credential = documentCredential({ ...facts, ...change }, address);
      expect(canonicalCard(credential)).toBe(await toCanonicalNQuads(credential));
    });
    await fc.assert(property, { numRuns: 100 });
  });

  it('is read back from its credential part by part; what is in none of them counts for nothing', async () => {
    const credential = signedDocumentCredential(document, address);
    expect(documentOfText(JSON.stringify(credential))).toEqual(document);
    const remapped = {
      ...credential,
      '@context': ['https://www.w3.org/ns/credentials/v2', {}],
      more: 'First in class',
    };
    expect(documentOfCredential(remapped)).toEqual(document);
    for (const bad of [
      '',
      '{',
      'null',
      '[]',
      '{"type":["SchoolDocument"]}',
      JSON.stringify({ ...credential, type: [] }),
    ])
      expect(documentOfText(bad)).toBeNull();
  });

  it('is called the school’s own only as the file that it has handed out', async () => {
    const checked = { outcome: 'valid' as const, document };
    expect(judgeCard(checked, 'issued').tone).toBe('good');
    expect(judgeCard(checked, 'other').tone).toBe('compare');
    expect(judgeCard(checked).head).toBe('Compare this with the document.');
    expect(judgeCard({ ...checked, outcome: 'removed' }, 'issued')).toMatchObject({
      head: 'This document was withdrawn.',
      tone: 'warning',
    });
    expect(judgeCard({ ...checked, outcome: 'not ours' }).tone).toBe('bad');
  });
});
