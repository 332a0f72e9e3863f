import { academicYearTitle } from '../../school/academic-year.ts';
import { verifyPath } from './page-path.ts';
import { multibase, type SignedCard } from './signed-card.ts';

/** Where `did:web` is looked for. */
export const didDocumentPath = '/.well-known/did.json';
/** Below it the status lists are, by the name of {@link statusListName}. */
export const statusListPath = '/api/card-status';

/**
 * What the two status lists of a term say of a card: it is `suspension` while the school does not stand by it, which
 * any verifier refuses, and `refresh` beside it where a later edition has replaced it. Both can be undone, as an
 * unposted term is posted again.
 */
export const statusPurposes = ['suspension', 'refresh'] as const;
export type StatusPurpose = (typeof statusPurposes)[number];
export type CardStatus = 'valid' | 'replaced' | 'removed';

/** `did:web:school.example` of `https://school.example`; a port is part of the name. */
export const didOf = (address: string): string => `did:web:${encodeURIComponent(new URL(address).host)}`;

export const toVerificationMethodId = (address: string, key: number): string => `${didOf(address)}#card-${key}`;

export const statusListName = ({ year, term }: Pick<SignedCard, 'year' | 'term'>, purpose: StatusPurpose): string =>
  `${year}-${term}-${purpose}`;

const context = 'https://www.w3.org/ns/credentials/v2';

/** Words of a card that no common vocabulary has, marked as such (Verifiable Credentials 2.0, section 5.2). */
const ownWords = { '@vocab': 'https://www.w3.org/ns/credentials/undefined-term#' } as const;

/**
 * The credential of a card before it is signed: the same for the same card, wherever it is made again. Every part has
 * an id, so that its canonical form is its statements in order (`canonicalCard`).
 */
export function cardCredential(card: Omit<SignedCard, 'signature'>, address: string) {
  const id = `${address}${verifyPath}#${card.code}`;
  return {
    '@context': [context, ownWords],
    id,
    type: ['VerifiableCredential', 'ReportCard'],
    issuer: { id: didOf(address), name: card.school },
    validFrom: momentOfSigning(card),
    credentialStatus: statusPurposes.map((statusPurpose) => {
      const list = `${address}${statusListPath}/${statusListName(card, statusPurpose)}`;
      return {
        id: `${list}#${card.statusIndex}`,
        type: 'BitstringStatusListEntry',
        statusPurpose,
        statusListIndex: String(card.statusIndex),
        statusListCredential: list,
      };
    }),
    credentialSubject: {
      id: `${id}/student`,
      initials: card.initials,
      class: card.classId,
      academicYear: academicYearTitle(card.year),
      term: card.termTitle,
      ...(card.average === null ? {} : { average: card.average }),
      subjects: card.subjects.map(({ title, total }, at) => ({
        id: `${id}/subject-${at + 1}`,
        name: title,
        ...(total === null ? {} : { total }),
      })),
    },
  };
}

/** The whole credential, as it was when it was signed (`eddsa-rdfc-2022`). */
export const signedCredential = (card: SignedCard, address: string) => ({
  ...cardCredential(card, address),
  proof: {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-rdfc-2022',
    created: momentOfSigning(card),
    verificationMethod: toVerificationMethodId(address, card.key),
    proofPurpose: 'assertionMethod',
    proofValue: multibase(card.signature),
  },
});
export type SignedCredential = ReturnType<typeof signedCredential>;

/** Without fractions of a second, which would not return from the QR code. */
export const momentOfSigning = ({ signedAt }: Pick<SignedCard, 'signedAt'>): string =>
  new Date(signedAt * 1000).toISOString().replace('.000Z', 'Z');

/** The credential of a status list before it is signed. */
export const statusListCredential = ({
  address,
  name,
  purpose,
  encodedList,
  at,
}: {
  address: string;
  name: string;
  purpose: StatusPurpose;
  /** Multibase base64url of the compressed bits. */
  encodedList: string;
  at: Date;
}) => {
  const id = `${address}${statusListPath}/${name}`;
  return {
    '@context': [context],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: didOf(address),
    validFrom: momentOfSigning({ signedAt: Math.floor(at.getTime() / 1000) }),
    credentialSubject: { id: `${id}#list`, type: 'BitstringStatusList', statusPurpose: purpose, encodedList },
  };
};

export interface PublicKey {
  number: number;
  /** Multibase of a Multikey. */
  publicKey: string;
}

/** The document of the school's `did:web`: every key that has signed cards. */
export const didDocument = (address: string, keys: readonly PublicKey[]) => {
  const id = didOf(address);
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id,
    verificationMethod: keys.map(({ number, publicKey }) => ({
      id: toVerificationMethodId(address, number),
      type: 'Multikey' as const,
      controller: id,
      publicKeyMultibase: publicKey,
    })),
    assertionMethod: keys.map(({ number }) => toVerificationMethodId(address, number)),
  };
};
export type DidDocument = ReturnType<typeof didDocument>;
