import * as z from 'zod/mini';
import { statusPurposes } from './card-credential.ts';

/** The proof of a credential, in an answer. */
export const proofAnswer = () =>
  z.strictObject({
    type: z.string(),
    cryptosuite: z.string(),
    created: z.string(),
    verificationMethod: z.string(),
    proofPurpose: z.string(),
    proofValue: z.string(),
  });

/** What the credentials of cards and of documents have alike. */
const credentialHead = () => ({
  '@context': z.array(z.unknown()),
  id: z.string(),
  type: z.array(z.string()),
  issuer: z.strictObject({ id: z.string(), name: z.string() }),
  validFrom: z.string(),
  credentialStatus: z.array(
    z.strictObject({
      id: z.string(),
      type: z.string(),
      statusPurpose: z.literal([...statusPurposes]),
      statusListIndex: z.string(),
      statusListCredential: z.string(),
    }),
  ),
});

/** The signed credential of a card, as `signedCredential` makes it. */
export const cardCredentialAnswer = () =>
  z.strictObject({
    ...credentialHead(),
    credentialSubject: z.strictObject({
      id: z.string(),
      initials: z.string(),
      class: z.string(),
      academicYear: z.string(),
      term: z.string(),
      average: z.optional(z.string()),
      subjects: z.array(z.strictObject({ id: z.string(), name: z.string(), total: z.optional(z.string()) })),
    }),
    proof: proofAnswer(),
  });

/** The signed credential of a document, as `signedDocumentCredential` makes it. */
export const documentCredentialAnswer = () =>
  z.strictObject({
    ...credentialHead(),
    credentialSubject: z.strictObject({
      id: z.string(),
      initials: z.string(),
      class: z.string(),
      document: z.string(),
      number: z.string(),
      enteredOn: z.optional(z.string()),
      leftOn: z.optional(z.string()),
      terms: z.array(
        z.strictObject({
          id: z.string(),
          academicYear: z.string(),
          term: z.string(),
          average: z.optional(z.string()),
          subjects: z.array(
            z.strictObject({
              id: z.string(),
              name: z.string(),
              mark: z.optional(z.string()),
              source: z.optional(z.string()),
            }),
          ),
        }),
      ),
    }),
    proof: proofAnswer(),
  });

/** The signed credential of a card's file, as `cardFileCredential` makes it. */
export const cardFileAnswer = () =>
  z.strictObject({
    '@context': z.array(z.unknown()),
    id: z.string(),
    type: z.array(z.string()),
    issuer: z.string(),
    validFrom: z.string(),
    credentialSubject: z.strictObject({ id: z.string(), file: z.string() }),
    proof: proofAnswer(),
  });
