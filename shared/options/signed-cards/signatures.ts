import { contexts } from '@digitalbazaar/credentials-context';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import { issue, verifyCredential } from '@digitalbazaar/vc';
import { canonicalCard, type OwnCredential } from './canonical-card.ts';
import type { DidDocument } from './card-credential.ts';

/**
 * Signs and verifies credentials by data integrity proofs (`eddsa-rdfc-2022`). The one place that knows the libraries,
 * which are 100 KB in the browser: load it when there is something to sign or to verify. Contexts come with the code,
 * none is ever fetched.
 */
export interface CredentialKey {
  /** `did:web:…#card-1`. */
  id: string;
  /** Signs by Ed25519. */
  sign: (data: Uint8Array) => Uint8Array | Promise<Uint8Array>;
}

/** The same suite with the canonical form of a card in place of the general algorithm. */
const cardSuite = { ...cryptosuite, canonize: async (part: never) => canonicalCard(part) };

/** Signs credentials with one key; the proof names the moment from which the credential is valid. */
export function credentialSigner({ id, sign }: CredentialKey) {
  const signer = { id, algorithm: 'Ed25519', sign: async ({ data }: { data: Uint8Array }) => sign(data) };
  const issueWith = <C extends { validFrom: string }>(credential: C, suite: object) =>
    issue({
      credential,
      suite: new DataIntegrityProof({ signer, cryptosuite: suite, date: credential.validFrom }),
      documentLoader: loaderOf({}),
    });
  return {
    /** A card or a document, of which many are signed at once. */
    signCard: (credential: OwnCredential) => issueWith(credential, cardSuite),
    /** Any other credential. */
    sign: <C extends { validFrom: string }>(credential: C) => issueWith(credential, cryptosuite),
  };
}

/**
 * Whether a credential is as one of the school's keys signed it. Its status is another question.
 * @param did the document of the school's own address: a proof by any other key is false
 */
export async function hasValidProof(credential: object & { validFrom?: unknown }, did: DidDocument): Promise<boolean> {
  const { verified } = await verifyCredential({
    credential,
    // A clock that is slow makes no card a forgery.
    now: new Date(Math.max(Date.now(), Date.parse(String(credential.validFrom)) || 0)),
    suite: new DataIntegrityProof({ cryptosuite }),
    documentLoader: loaderOf(documentsOf(did)),
    checkStatus: async () => ({ verified: true }),
  });
  return verified;
}

/** The document, and each of its keys, by what they are called. */
const documentsOf = (did: DidDocument): Record<string, unknown> => ({
  [did.id]: did,
  ...Object.fromEntries(
    did.verificationMethod.map((key) => [key.id, { '@context': 'https://w3id.org/security/multikey/v1', ...key }]),
  ),
});

const loaderOf = (documents: Readonly<Record<string, unknown>>) => async (url: string) => {
  const document = contexts.get(url) ?? (Object.hasOwn(documents, url) ? documents[url] : undefined);
  if (document === undefined)
    throw new Error(`${url} is not loaded: nothing but contexts and the school's own keys is`);
  return { contextUrl: null, documentUrl: url, document };
};
