import { actsPlace } from '#shared/place.ts';
import type { AttachedFile } from '../../platform/pdf/document.ts';
import type { Block } from '../../platform/pdf/layout/block.ts';
import type { Action } from '../../platform/table/action.ts';
import { school } from '../../school/records/school.ts';
import type { Term } from '../../school/records/term-locks.ts';
import type { ReportCard, SchoolHead } from './report-card.ts';

/**
 * What a posted copy keeps of its proof: a code that an index finds the copy by, what the option made of the card, and
 * the school's address that it made it for.
 */
export interface ProofOfCopy {
  code: string;
  signed: string;
  signedFor: string;
}

/** Proofs of cards that are frozen together. */
export interface FrozenProofs {
  /** By student. */
  ofStudent: ReadonlyMap<string, ProofOfCopy>;
  /** A single change, for the transaction of the copies. */
  change: Action;
  /** What {@link CardProofs.posted} has to know of them. */
  kept: unknown;
}

/** Which copies of a term parents see. */
export interface PostedCopies extends Term {
  isPosted: boolean;
  /** The numbers whose copies are posted. */
  editions: readonly number[];
}

/**
 * Sets something beside the signature lines, which it has drawn as wide as there is room for; returns both, as wide as
 * `width`.
 */
export type BesideSignatures = (signatures: (width: number) => Block, width: number) => Block;

/** How a copy proves itself on paper. */
export interface PrintedProof {
  /** In the footer of each page. */
  footer: string;
  /** In the reader's list of attachments. */
  attachment: AttachedFile;
  beside: BesideSignatures;
}

/** What proves that a report card is the school's: at most one option adds it. */
export interface CardProofs {
  /** Of cards as they are frozen under a number; null where there are to be none. */
  freeze(
    cards: readonly ReportCard[],
    edition: Term & { version: number; postedAt: string },
    school: Pick<SchoolHead, 'name'>,
  ): Promise<FrozenProofs | null>;
  /**
   * Changes for the transaction that stores a posting, or its removal.
   * @param made.copies what the same transaction freezes: the copies of these students under a number, and their proofs
   */
  posted(
    posting: PostedCopies,
    made: {
      now: Date;
      copies?: { version: number; studentIds: readonly string[]; proofs: FrozenProofs | null | undefined };
    },
  ): Promise<readonly Action[]>;
  print(proof: ProofOfCopy): Promise<PrintedProof>;
  /** Leaves the room of a proof on a card that is not frozen yet; null where it will have none. */
  room(): Promise<BesideSignatures | null>;
  /**
   * Before a file of a copy is handed out: false where the school cannot answer for these bytes, which then are not
   * kept.
   */
  answerFor(bytes: Uint8Array, copy: { studentId: string; proof: ProofOfCopy }, now: Date): Promise<boolean>;
}

export const cardProofs = /* @__PURE__ */ actsPlace<CardProofs>('proof of report cards');

/** That of the school; undefined where its report cards have none. */
export const cardProof = (): CardProofs | undefined => cardProofs.of(school().options)[0];
