import * as z from 'zod/mini';
import { type CallRow, contract } from '../../http/contract.ts';
import { noInput } from '../../http/fields.ts';
import { statusPurposes } from './card-credential.ts';
import { cardFileAnswer, documentCredentialAnswer, proofAnswer } from './credential-answer.ts';
import { cardPartitions } from './partitions.ts';
import { codeCharacters, codeLength } from './signed-card.ts';
import { verificationWordings } from './wordings.ts';

/** Anybody may check a card: the calls show what is printed on it and nothing else (rule 57). */
const ofStranger = {
  method: 'GET',
  who: 'anyone',
  needs: { table: 'none', own: { reads: cardPartitions.public, looksUp: cardPartitions.byCode } },
} as const satisfies Partial<CallRow>;

const publicKey = z.lazy(() =>
  z.strictObject({
    id: z.string(),
    type: z.literal('Multikey'),
    controller: z.string(),
    publicKeyMultibase: z.string(),
  }),
);

/** Cards that prove themselves (rule 57). */
export const verificationContract = contract({
  /**
   * The school's keys, as `did:web` looks for them: for verifiers of any site. 404 for a school without an address of
   * its own.
   */
  readDidDocument: {
    ...ofStranger,
    path: '/.well-known/did.json',
    isReadByOtherSites: true,
    input: noInput,
    output: () =>
      z.strictObject({
        '@context': z.array(z.string()),
        id: z.string(),
        verificationMethod: z.array(publicKey),
        assertionMethod: z.array(z.string()),
      }),
  },
  /**
   * A signed status list of a term, by the name in the credentials of its cards, or of the documents of a year: a
   * credential itself. 404 where nothing was signed for it.
   */
  readCardStatusList: {
    ...ofStranger,
    path: '/api/card-status/{list}',
    isReadByOtherSites: true,
    input: () =>
      z.strictObject({
        list: z
          .string()
          .check(
            z.regex(/^(\d{4}-[123]-(suspension|refresh)|documents-\d{4}-suspension)$/, verificationWordings.noSuchList),
          ),
      }),
    output: () =>
      z.strictObject({
        '@context': z.array(z.string()),
        id: z.string(),
        type: z.array(z.string()),
        issuer: z.string(),
        validFrom: z.string(),
        credentialSubject: z.strictObject({
          id: z.string(),
          type: z.literal('BitstringStatusList'),
          statusPurpose: z.literal([...statusPurposes]),
          encodedList: z.string(),
        }),
        proof: proofAnswer(),
      }),
  },
  /**
   * A card by the code that is printed on it, as its QR code has it: in base64url; or the credential of a document that
   * was issued under a number; and credentials of the files that the school has handed out of it
   * (`cardFileCredential`). 404 for a code that neither has.
   */
  findCard: {
    ...ofStranger,
    path: '/api/card-status',
    input: () =>
      z.strictObject({
        code: z
          .string()
          .check(z.regex(new RegExp(`^[${codeCharacters}]{${codeLength}}$`), verificationWordings.noSuchCode)),
      }),
    output: () =>
      z.strictObject({
        /** One of the two is null. */
        card: z.nullable(z.string()),
        document: z.nullable(documentCredentialAnswer()),
        files: z.array(cardFileAnswer()),
      }),
  },
});
