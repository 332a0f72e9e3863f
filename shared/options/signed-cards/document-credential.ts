import { academicYearTitle } from '../../school/academic-year.ts';
import { didOf, momentOfSigning, statusListPath, toVerificationMethodId } from './card-credential.ts';
import { verifyPath } from './page-path.ts';
import { codeLength, multibase, parseSignature } from './signed-card.ts';

/**
 * A document that the school has issued under a number, as it is signed (rule 57): what a stranger may see of it. The
 * words of a testimonial are not part of it. Its QR code has the code alone: the marks of seven years are more than a
 * telephone reads.
 */
export interface SignedDocument {
  /** The number of the school's key that signed. */
  key: number;
  /** As that of a card. */
  code: string;
  /** Where the document is in the status list of the year in which it was issued. */
  statusIndex: number;
  /** Seconds since 1970. */
  signedAt: number;
  school: string;
  /** "Transcript". */
  title: string;
  /** "2026-0001". */
  number: string;
  initials: string;
  classId: string;
  /** yyyy-MM-dd; of a leaving certificate, where the school knows them. */
  enteredOn: string | null;
  leftOn: string | null;
  /** Of a transcript; empty in the others. */
  terms: readonly SignedTerm[];
  signature: Uint8Array;
}

export interface SignedTerm {
  /** Start year of the academic year. */
  year: number;
  title: string;
  /** As printed, without the percent sign; null where there was none. */
  average: string | null;
  subjects: readonly SignedMark[];
}

export interface SignedMark {
  title: string;
  /** As printed; null where it is missing. */
  mark: string | null;
  /** Where a mark of earlier records is from; null of a report that the school has posted. */
  source: string | null;
}

/** The status list of documents that were issued in a year. One that is withdrawn can be made valid again. */
export const documentListName = (issuedIn: number): string => `documents-${issuedIn}-suspension`;

const issuedIn = ({ number }: Pick<SignedDocument, 'number'>): number => Number(number.slice(0, 4));

const unlessNull = <K extends string>(name: K, value: string | null): Partial<Record<K, string>> =>
  value === null ? {} : ({ [name]: value } as Record<K, string>);

/**
 * The credential of a document before it is signed: the same for the same document, wherever it is made again. As in
 * that of a card every part has an id.
 */
export function documentCredential(document: Omit<SignedDocument, 'signature'>, address: string) {
  const id = `${address}${verifyPath}#${document.code}`;
  const list = `${address}${statusListPath}/${documentListName(issuedIn(document))}`;
  return {
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      { '@vocab': 'https://www.w3.org/ns/credentials/undefined-term#' },
    ],
    id,
    type: ['VerifiableCredential', 'SchoolDocument'],
    issuer: { id: didOf(address), name: document.school },
    validFrom: momentOfSigning(document),
    credentialStatus: [
      {
        id: `${list}#${document.statusIndex}`,
        type: 'BitstringStatusListEntry',
        statusPurpose: 'suspension' as const,
        statusListIndex: String(document.statusIndex),
        statusListCredential: list,
      },
    ],
    credentialSubject: {
      id: `${id}/student`,
      initials: document.initials,
      class: document.classId,
      document: document.title,
      number: document.number,
      ...unlessNull('enteredOn', document.enteredOn),
      ...unlessNull('leftOn', document.leftOn),
      terms: document.terms.map(({ year, title, average, subjects }, term) => ({
        id: `${id}/term-${term + 1}`,
        academicYear: academicYearTitle(year),
        term: title,
        ...unlessNull('average', average),
        subjects: subjects.map(({ title: name, mark, source }, subject) => ({
          id: `${id}/term-${term + 1}/subject-${subject + 1}`,
          name,
          ...unlessNull('mark', mark),
          ...unlessNull('source', source),
        })),
      })),
    },
  };
}

/** The whole credential, as it was when it was signed. */
export const signedDocumentCredential = (document: SignedDocument, address: string) => ({
  ...documentCredential(document, address),
  proof: {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-rdfc-2022',
    created: momentOfSigning(document),
    verificationMethod: toVerificationMethodId(address, document.key),
    proofPurpose: 'assertionMethod',
    proofValue: multibase(document.signature),
  },
});
export type SignedDocumentCredential = ReturnType<typeof signedDocumentCredential>;

/** The same of a credential as a PDF has it attached. */
export function documentOfText(text: string): SignedDocument | null {
  try {
    return documentOfCredential(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * The document of a credential, read part by part: what is verified and shown is made again of these parts, so that
 * nothing else in the credential counts. Null for anything that is none.
 */
export function documentOfCredential(credential: unknown): SignedDocument | null {
  try {
    const { id, type, issuer, validFrom, credentialStatus, credentialSubject, proof } =
      credential as SignedDocumentCredential;
    if (!type.includes('SchoolDocument')) return null;
    const { initials, class: classId, document: title, number, enteredOn, leftOn, terms } = credentialSubject;
    const document: SignedDocument = {
      key: Number(proof.verificationMethod.split('#card-')[1]),
      code: id.slice(-codeLength),
      statusIndex: Number(credentialStatus[0]?.statusListIndex),
      signedAt: Date.parse(validFrom) / 1000,
      school: issuer.name,
      title,
      number,
      initials,
      classId,
      enteredOn: enteredOn ?? null,
      leftOn: leftOn ?? null,
      terms: terms.map((term) => ({
        year: Number(term.academicYear.slice(0, 4)),
        title: term.term,
        average: term.average ?? null,
        subjects: term.subjects.map(({ name, mark, source }) => ({
          title: name,
          mark: mark ?? null,
          source: source ?? null,
        })),
      })),
      signature: parseSignature(proof.proofValue),
    };
    const isWhole = [document.key, document.statusIndex, document.signedAt].every(Number.isInteger);
    return isWhole ? document : null;
  } catch {
    return null;
  }
}
