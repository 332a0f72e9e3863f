import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSigner, generateKeys } from '#functions/options/signed-cards/proofs/ed25519-keys.ts';
import {
  type DidDocument,
  didDocument,
  signedCredential,
  statusListCredential,
  statusListName,
  statusListPath,
  statusPurposes,
} from '#shared/options/signed-cards/card-credential.ts';
import { type CardOutcome, cardOfCredential, checkCard } from '#shared/options/signed-cards/checking/check-card.ts';
import { credentialSigner } from '#shared/options/signed-cards/signatures.ts';
import {
  bytesToDigits,
  digitsToBytes,
  packCard,
  type SignedCard,
  unpackCard,
} from '#shared/options/signed-cards/signed-card.ts';
import { encodeBits, toStatusBits } from '#shared/options/signed-cards/status-list.ts';
import {
  arbitraryCardFigures,
  createSigningSchool,
  sampleCardFigures,
} from '../../../support/options/signed-cards/sample-cards.ts';
import { isWholeRun } from '../../../support/samples/whole-run.ts';

/** Cards of each way of cheating that are tried; ten thousand of all at night. */
const tries = isWholeRun ? 1700 : 30;
const north = 'https://northgate.example';
const south = 'https://southgate.example';

/** A school with its lists, on which some cards of every term are withdrawn. */
async function schoolWithLists(address: string, withdrawn: Record<(typeof statusPurposes)[number], number[]>) {
  const school = await createSigningSchool({ at: address });
  const did = didDocument(address, [school.key]);
  const encoded = Object.fromEntries(
    await Promise.all(
      statusPurposes.map(async (one) => [one, await encodeBits(toStatusBits(withdrawn[one]))] as const),
    ),
  );
  return { ...school, address, did, encoded };
}
type SchoolWithLists = Awaited<ReturnType<typeof schoolWithLists>>;

describe('a card that is no card of the school', { timeout: isWholeRun ? 600_000 : 30_000 }, () => {
  let ours: SchoolWithLists;
  let others: SchoolWithLists;
  const withdrawn = { suspension: [7, 8], refresh: [8] };

  beforeAll(async () => {
    ours = await schoolWithLists(north, withdrawn);
    others = await schoolWithLists(south, { suspension: [], refresh: [] });
  });

  /** As the page checks it: by the QR code's digits. Lists are signed once for each term. */
  const lists = new Map<string, Promise<object>>();
  const outcomeOf = async (card: SignedCard, { address, did, encoded, signList }: Checking): Promise<CardOutcome> => {
    const bytes = digitsToBytes(bytesToDigits(packCard(card)));
    const scanned = bytes && unpackCard(bytes);
    if (!scanned) return 'not ours';
    const readList = async (name: string) => {
      const key = `${address} ${name}`;
      const list = lists.get(key) ?? signList(name, encoded);
      lists.set(key, list);
      return { credential: await list, at: new Date() };
    };
    return (await checkCard(scanned, { address, did }, readList)).outcome;
  };
  interface Checking extends Pick<SchoolWithLists, 'address' | 'did' | 'encoded'> {
    signList: (name: string, encoded: SchoolWithLists['encoded']) => Promise<object>;
  }
  const checkedAt = (school: SchoolWithLists): Checking => ({
    ...school,
    signList: (name, encoded) => {
      const purpose = statusPurposes.find((one) => name.endsWith(one)) ?? 'suspension';
      const credential = {
        address: school.address,
        name,
        purpose,
        encodedList: encoded[purpose] ?? '',
        at: new Date(),
      };
      return school.signAny(statusListCredential(credential));
    },
  });
  const forged = (how: (figures: Figures, other: Figures) => Promise<CardOutcome>) =>
    fc.assert(
      fc.asyncProperty(arbitraryCardFigures, arbitraryCardFigures, async (figures, other) => {
        expect(await how({ ...figures, statusIndex: 9 }, other)).not.toBe('valid');
      }),
      { numRuns: tries },
    );
  type Figures = Parameters<SchoolWithLists['sign']>[0] & object;

  it('is valid where nothing was forged, or these tests would prove nothing', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryCardFigures, async (figures) => {
        expect(await outcomeOf(await ours.sign({ ...figures, statusIndex: 9 }), checkedAt(ours))).toBe('valid');
      }),
      { numRuns: 30 },
    );
  });

  it('is refused with the signature of another card: a QR code made of two', () =>
    forged(async (figures, other) => {
      const [card, better] = [await ours.sign(figures), { ...other, statusIndex: 9 }];
      return JSON.stringify(figures) === JSON.stringify(better)
        ? 'not ours'
        : outcomeOf({ ...better, key: 1, signature: card.signature }, checkedAt(ours));
    }));

  it('is refused with one bit changed anywhere', async () => {
    const property = fc.asyncProperty(arbitraryCardFigures, fc.nat(), async (figures, bit) => {
      const bytes = packCard(await ours.sign({ ...figures, statusIndex: 9 }));
      const at = (bit >> 3) % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
      const card = unpackCard(bytes);
      expect(card ? await outcomeOf(card, checkedAt(ours)) : 'not ours').not.toBe('valid');
    });
    await fc.assert(property, { numRuns: tries });
  });

  it('is refused where another school has signed it, and ours at another school', () =>
    forged(async (figures) => {
      const replayed = await outcomeOf(await ours.sign(figures), checkedAt(others));
      return replayed === 'valid' ? replayed : outcomeOf(await others.sign(figures), checkedAt(ours));
    }));

  it('is refused with a key that a forger made, whatever number it has', async () => {
    const forger = await schoolWithLists(north, { suspension: [], refresh: [] });
    await forged(async (figures) => outcomeOf(await forger.sign(figures), checkedAt(ours)));
  });

  it('is told apart from the latest edition when it was replaced, and from a posted one when it was withdrawn', () =>
    forged(async (figures) => {
      const replaced = await outcomeOf(await ours.sign({ ...figures, statusIndex: 8 }), checkedAt(ours));
      const removed = await outcomeOf(await ours.sign({ ...figures, statusIndex: 7 }), checkedAt(ours));
      expect([replaced, removed]).toEqual(['replaced', 'removed']);
      return replaced;
    }));

  it('is no credential with anything added, left out or put in another place', () =>
    fc.assert(
      fc.asyncProperty(arbitraryCardFigures, fc.string({ minLength: 1 }), async (figures, added) => {
        const credential = signedCredential(await ours.sign(figures), north);
        expect(cardOfCredential(JSON.stringify(credential), north)).not.toBeNull();
        const { credentialSubject } = credential;
        fc.pre(added !== figures.average);
        for (const changed of [
          { ...credential, [added]: added },
          { ...credential, credentialSubject: { ...credentialSubject, average: added } },
          { ...credential, credentialSubject: { ...credentialSubject, [added]: null } },
          { ...credential, credentialStatus: [] },
          { ...credential, credentialStatus: credential.credentialStatus.toReversed() },
          { ...credential, issuer: { ...credential.issuer, id: 'did:web:southgate.example' } },
        ]) {
          const card = cardOfCredential(JSON.stringify(changed), north);
          expect(card ? await outcomeOf(card, checkedAt(ours)) : 'not ours').not.toBe('valid');
        }
      }),
      { numRuns: Math.ceil(tries / 6) },
    ));

  it('is no credential with a key twice, of which another program would read the other', async () => {
    const credential = signedCredential(await ours.sign({ ...sampleCardFigures, average: '71.3' }), north);
    const text = JSON.stringify(credential);
    const twice = text.replace('"average":"71.3"', '"average":"98.6","average":"71.3"');
    expect(twice).not.toBe(text);
    expect(cardOfCredential(twice, north)).toBeNull();
    expect(cardOfCredential(JSON.stringify(credential, null, 2), north)).not.toBeNull();
  });

  it('has no status by a list that another school, or nobody, has signed', async () => {
    const card = await ours.sign();
    const check = (list: (name: string) => Promise<object>) =>
      checkCard(card, { address: north, did: ours.did as DidDocument }, async (name) => ({
        credential: await list(name),
        at: new Date(),
      }));
    const { signList } = checkedAt(ours);
    expect((await check((name) => signList(name, ours.encoded))).outcome).toBe('valid');
    const sign = createSigner(generateKeys().secretKey);
    const forger = credentialSigner({ id: 'did:web:northgate.example#card-1', sign });
    const list = (name: string, address: string, purpose: (typeof statusPurposes)[number]) =>
      statusListCredential({ address, name, purpose, at: new Date(), encodedList: ours.encoded[purpose] ?? '' });
    const purposeOf = (name: string) => statusPurposes.find((one) => name.endsWith(one)) ?? 'suspension';
    for (const unfit of [
      (name: string) => forger.sign(list(name, north, purposeOf(name))),
      (name: string) => checkedAt(others).signList(name, others.encoded),
      async (name: string) => list(name, north, purposeOf(name)),
      // Those of another term, and one list in place of the other.
      () => signList(statusListName({ year: 1999, term: 1 }, 'suspension'), ours.encoded),
      () => signList(statusListName(card, 'refresh'), ours.encoded),
      async () => ({ id: `${north}${statusListPath}/${statusListName(card, 'suspension')}` }),
    ])
      expect((await check(unfit)).outcome).toBe('status unknown');
  });
});
