import {
  type CardStatus,
  type DidDocument,
  type StatusPurpose,
  signedCredential,
  statusListName,
  statusListPath,
  statusPurposes,
} from '../card-credential.ts';
import { hasValidProof } from '../signatures.ts';
import { parseSignature, type SignedCard } from '../signed-card.ts';
import { decodeBits, statusAt } from '../status-list.ts';

/** A signed status list as it was fetched, and when. */
export interface FetchedList {
  credential: object;
  at: Date;
}

export type CardOutcome = CardStatus | 'status unknown' | 'not ours';

export interface CheckedCard {
  /** `not ours`: no key of the school has signed these figures for this address. */
  outcome: CardOutcome;
  card: SignedCard;
  /** When the older of the status lists was fetched; null where none could be. */
  statusAt: Date | null;
}

/**
 * Checks a card: by its signature, and by its place in the lists of its term.
 * @param school its address and keys, which come from nowhere but the school
 * @param readList gives a list by its name; null where there is none to be had
 */
export async function checkCard(
  card: SignedCard,
  { address, did }: { address: string; did: DidDocument },
  readList: (name: string) => Promise<FetchedList | null>,
): Promise<CheckedCard> {
  if (!(await hasValidProof(signedCredential(card, address), did))) {
    return { outcome: 'not ours', card, statusAt: null };
  }
  const lists = await Promise.all(
    statusPurposes.map(async (purpose) => {
      const name = statusListName(card, purpose);
      const fetched = await readList(name);
      const bits =
        fetched && (await bitsOf(fetched.credential, { id: `${address}${statusListPath}/${name}`, purpose, did }));
      return bits ? { bits, at: fetched.at } : null;
    }),
  );
  const [suspension, refresh] = lists;
  if (!suspension || !refresh) return { outcome: 'status unknown', card, statusAt: null };
  return {
    outcome: statusAt({ suspension: suspension.bits, refresh: refresh.bits }, card.statusIndex),
    card,
    statusAt: suspension.at < refresh.at ? suspension.at : refresh.at,
  };
}

/** The bits of a list that the school has signed under this name; null for anything else. */
export async function bitsOf(
  credential: object,
  { id, purpose, did }: { id: string; purpose: StatusPurpose; did: DidDocument },
): Promise<Uint8Array | null> {
  const list = credential as { id?: unknown; credentialSubject?: { statusPurpose?: unknown; encodedList?: unknown } };
  const { statusPurpose, encodedList } = list.credentialSubject ?? {};
  if (list.id !== id || statusPurpose !== purpose || typeof encodedList !== 'string') return null;
  if (!(await hasValidProof(credential, did))) return null;
  return decodeBits(encodedList).catch(() => null);
}

/**
 * The card of a credential as a PDF has it attached or a family has downloaded it; null for any other. A credential
 * that differs in one letter from the one that this card makes is none: nothing in it goes unlooked at, and no key is
 * there twice, of which programs read one or the other.
 */
export function cardOfCredential(text: string, address: string): SignedCard | null {
  try {
    const { id, issuer, validFrom, credentialStatus, credentialSubject, proof } = JSON.parse(text);
    const [status] = credentialStatus;
    const [year = '', term = ''] = status.statusListCredential.split('/').at(-1).split('-');
    const card: SignedCard = {
      key: Number(proof.verificationMethod.split('#card-')[1]),
      code: id.split('#')[1],
      statusIndex: Number(status.statusListIndex),
      signedAt: Date.parse(validFrom) / 1000,
      school: issuer.name,
      year: Number(year),
      term: Number(term) as 1 | 2 | 3,
      termTitle: credentialSubject.term,
      initials: credentialSubject.initials,
      classId: credentialSubject.class,
      average: credentialSubject.average ?? null,
      subjects: credentialSubject.subjects.map((one: { name: string; total?: string }) => ({
        title: one.name,
        total: one.total ?? null,
      })),
      signature: parseSignature(proof.proofValue),
    };
    return JSON.stringify(signedCredential(card, address)) === withoutBlanks(text) ? card : null;
  } catch {
    return null;
  }
}

/** JSON without the blanks between its parts. */
const withoutBlanks = (text: string): string => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
