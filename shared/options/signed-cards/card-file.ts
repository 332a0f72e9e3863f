import { type DidDocument, didOf, momentOfSigning } from './card-credential.ts';
import { verifyPath } from './page-path.ts';
import { hasValidProof } from './signatures.ts';

const context = 'https://www.w3.org/ns/credentials/v2';
/** Terms that no common vocabulary has (Verifiable Credentials 2.0, section 5.2). */
const ownWords = { '@vocab': 'https://www.w3.org/ns/credentials/undefined-term#' } as const;

/**
 * What the school says of a file of a card before it signs it: which bytes it has handed out under the card's code. The
 * file cannot hold that itself: the hash would be part of what is hashed.
 */
export function cardFileCredential({
  address,
  code,
  hash,
  at,
}: {
  address: string;
  code: string;
  hash: Uint8Array;
  at: Date;
}) {
  const id = `${address}${verifyPath}#${code}`;
  return {
    '@context': [context, ownWords],
    id: `${id}/file-${toBase64Url(hash).slice(0, 16)}`,
    type: ['VerifiableCredential', 'ReportCardFile'],
    issuer: didOf(address),
    validFrom: momentOfSigning({ signedAt: Math.floor(at.getTime() / 1000) }),
    credentialSubject: { id, file: `sha256-${toBase64Url(hash)}` },
  };
}

/**
 * Whether the school has handed out these bytes as the file of a card.
 * @param issued credentials of the card's files, from anywhere: one counts only with the school's signature
 */
export async function isIssuedFile(
  bytes: Uint8Array<ArrayBuffer>,
  { code, issued }: { code: string; issued: readonly object[] },
  { address, did }: { address: string; did: DidDocument },
): Promise<boolean> {
  const file = `sha256-${toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))}`;
  const id = `${address}${verifyPath}#${code}`;
  for (const credential of issued) {
    const { type, credentialSubject } = credential as {
      type?: unknown;
      credentialSubject?: { id?: unknown; file?: unknown };
    };
    const isOfFile = Array.isArray(type) && type.includes('ReportCardFile');
    if (!isOfFile || credentialSubject?.id !== id || credentialSubject.file !== file) continue;
    if (await hasValidProof(credential, did)) return true;
  }
  return false;
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
