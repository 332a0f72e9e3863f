import { type DidDocument, statusListPath } from '../card-credential.ts';
import { documentListName, type SignedDocument, signedDocumentCredential } from '../document-credential.ts';
import { hasValidProof } from '../signatures.ts';
import { statusAt, toStatusBits } from '../status-list.ts';
import { bitsOf, type CardOutcome, type FetchedList } from './check-card.ts';

export interface CheckedDocument {
  /** As of a card; a document is never `replaced`. */
  outcome: CardOutcome;
  document: SignedDocument;
  /** When the status list was fetched; null where it could not be. */
  statusAt: Date | null;
}

/**
 * Checks a document that was issued under a number: by its signature, and by its place in the list of its year.
 * @param school its address and keys, which come from nowhere but the school
 * @param readList gives a list by its name; null where there is none to be had
 */
export async function checkDocument(
  document: SignedDocument,
  { address, did }: { address: string; did: DidDocument },
  readList: (name: string) => Promise<FetchedList | null>,
): Promise<CheckedDocument> {
  if (!(await hasValidProof(signedDocumentCredential(document, address), did))) {
    return { outcome: 'not ours', document, statusAt: null };
  }
  const name = documentListName(Number(document.number.slice(0, 4)));
  const fetched = await readList(name);
  const id = `${address}${statusListPath}/${name}`;
  const suspension = fetched && (await bitsOf(fetched.credential, { id, purpose: 'suspension', did }));
  if (!fetched || !suspension) return { outcome: 'status unknown', document, statusAt: null };
  const outcome = statusAt({ suspension, refresh: toStatusBits([]) }, document.statusIndex);
  return { outcome, document, statusAt: fetched.at };
}
