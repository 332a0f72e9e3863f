import fc from 'fast-check';
import { createSigner, generateKeys } from '#functions/options/signed-cards/proofs/ed25519-keys.ts';
import { cardProofs } from '#functions/term-reports/report-cards/card-proofs.ts';
import { cardProofParts } from '#options/functions/card-proof';
import {
  cardCredential,
  type PublicKey,
  toVerificationMethodId,
} from '#shared/options/signed-cards/card-credential.ts';
import { credentialSigner } from '#shared/options/signed-cards/signatures.ts';
import { codeCharacters, packCard, parseSignature, type SignedCard } from '#shared/options/signed-cards/signed-card.ts';

export const sampleSchoolAddress = 'https://northgate.example';

/** For tests that print cards with a proof: a school whose file says that it has them. */
export function printWithProofs(): void {
  process.env.SCHOOL_FILE ??= new URL('../../../../infra/schools/demo.json', import.meta.url).pathname;
  cardProofs.fill(cardProofParts);
}

/** A signed card as its copy has it. */
export const proofOfCard = (card: SignedCard) => ({
  code: card.code,
  signed: Buffer.from(packCard(card)).toString('base64url'),
  signedFor: sampleSchoolAddress,
});

/** A card without its signature. */
export const sampleCardFigures: Omit<SignedCard, 'signature'> = {
  key: 1,
  code: 'K7QF2M9X4T',
  statusIndex: 70_001,
  signedAt: Date.UTC(2026, 3, 3, 14, 15, 16) / 1000,
  school: 'St. Augustine’s Girls’ High School',
  year: 2025,
  term: 2,
  termTitle: 'Term 2',
  initials: 'A.M.D.',
  classId: '4A',
  average: '71.3',
  subjects: [
    { title: 'Mathematics', total: '64.3' },
    { title: 'English A', total: '100.0' },
    { title: 'Kokovíz és népzene', total: 'Abs' },
    { title: 'Physics', total: null },
    { title: 'Chemistry', total: '0.5' },
  ],
};

/** A school that signs: its public key as its document lists it, and cards. */
export async function createSigningSchool({ at = sampleSchoolAddress, number = 1 } = {}) {
  const keys = generateKeys();
  const { signCard, sign } = credentialSigner({
    id: toVerificationMethodId(at, number),
    sign: createSigner(keys.secretKey),
  });
  const key: PublicKey = { number, publicKey: keys.publicKey };
  return {
    key,
    /** Signs any other credential. */
    signAny: sign,
    sign: async (figures: Omit<SignedCard, 'signature'> = sampleCardFigures): Promise<SignedCard> => {
      const { proof } = await signCard(cardCredential({ ...figures, key: number }, at));
      return { ...figures, key: number, signature: parseSignature(proof.proofValue) };
    },
  };
}

/** Of any characters, control characters too. */
const text = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength }),
    fc.string({ unit: 'binary', minLength: 1, maxLength }).map((any) => any.toWellFormed()),
  );
const total = fc.oneof(
  fc.nat({ max: 1000 }).map((tenths) => (tenths / 10).toFixed(1)),
  fc.constantFrom('Abs', 'Ex', null),
);

/** Any card that a school can have. */
export const arbitraryCardFigures: fc.Arbitrary<Omit<SignedCard, 'signature'>> = fc.record({
  key: fc.integer({ min: 1, max: 255 }),
  code: fc.string({ unit: fc.constantFrom(...codeCharacters), minLength: 10, maxLength: 10 }),
  statusIndex: fc.nat({ max: 131_071 }),
  signedAt: fc.integer({ min: 1_700_000_000, max: 8_000_000_000 }),
  school: text(120),
  year: fc.integer({ min: 1950, max: 2100 }),
  term: fc.constantFrom(1, 2, 3),
  termTitle: text(40),
  initials: text(8),
  classId: text(10),
  average: fc.option(fc.constantFrom('71.3', '100', '8.25', '0')),
  subjects: fc.array(
    fc.record({ title: fc.oneof(fc.constantFrom('Mathematics', 'Physics', 'Spanish'), text(80)), total }),
    { maxLength: 20 },
  ),
});
