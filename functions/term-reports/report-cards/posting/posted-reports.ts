import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import type { Action } from '../../../platform/table/action.ts';
import type { ActOutcome } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import { type Authorship, listAuditTrail } from '../../../platform/table/audit.ts';
import { entity } from '../../../platform/table/entity.ts';
import { readMany } from '../../../platform/table/table.ts';
import type { Term } from '../../../school/records/term-locks.ts';
import { cardProof, type ProofOfCopy } from '../card-proofs.ts';
import { withSignedLayouts } from '../layouts/signed-layout.ts';
import type { ReportCard, SchoolHead } from '../report-card.ts';
import { digestOfCard } from './card-changes.ts';
import { editionNumbersOf, type PostingItem, postingAuditSubject } from './postings.ts';

/**
 * A frozen copy of one student's report card, as parents see it: written once to the trail table and never changed (ADR
 * 0018).
 */
interface PostedReportItem {
  studentId: string;
  year: number;
  term: 1 | 2 | 3;
  /**
   * The number of the posting it was made for, and that of the whole posting: they differ for copies that were made
   * again.
   */
  version: number;
  base: number;
  /** Why this single report was issued again. */
  reason?: string | undefined;
  /** The class of that term. */
  classId: string;
  postedAt: string;
  /** The student had left in the term by then: the copy is printed by name, not with the class (rule 52). */
  hadLeft?: true | undefined;
  /** Format of `content`; 1: JSON of `{ school, card, layout }`. */
  format: number;
  content: string;
  /** `digestOfCard` the card, to detect changes without reading the content. Absent in the oldest copies. */
  digest?: string | undefined;
  /** Those of its proof; absent in a copy without. */
  code?: string | undefined;
  signed?: string | undefined;
  signedFor?: string | undefined;
}

export const PostedReportEntity = entity<PostedReportItem>()({
  name: 'posted-report',
  table: 'trail',
  pk: 'posted#${studentId}',
  sk: '${year}#${term}#${version}',
  open: 'copies of what was posted',
  indexes: {
    ofCode: { index: 'gsi1', pk: 'card-code#${code}', sk: '${studentId}' },
    ofClass: { index: 'gsi2', pk: 'posted#${year}#${term}#${base}#${classId}', sk: '${studentId}#${version}' },
  },
});

/**
 * A card as it was posted, with the school head of that time, and the number that it has among the copies of its term.
 */
export interface FrozenCard extends Term {
  version: number;
  school: SchoolHead;
  card: ReportCard;
  /** That which the card was posted with. */
  layout: CardLayout;
  postedAt: Date;
  /** Why this single report was issued again; null where it was not. */
  reason: string | null;
  /** Whether the student had left in the term when the copy was made. */
  hadLeft: boolean;
  /** Null for a copy that was made without. */
  proof: ProofOfCopy | null;
}

/** What copies that are made together have in common. */
export interface CopyEdition extends Term {
  version: number;
  base: number;
  /** ISO 8601. */
  postedAt: string;
  reason?: string;
}

/** A copy as it is stored. */
export const toStoredCopy = (
  { year, term, version, base, postedAt, reason }: CopyEdition,
  {
    school,
    card,
    layout,
    hadLeft = false,
    proof,
  }: {
    school: SchoolHead;
    card: ReportCard;
    layout: CardLayout;
    hadLeft?: boolean;
    proof?: ProofOfCopy | undefined;
  },
) => ({
  year,
  term,
  version,
  base,
  postedAt,
  ...(reason === undefined ? {} : { reason }),
  studentId: card.student.id,
  classId: card.student.classId,
  ...(hadLeft ? { hadLeft } : {}),
  format: 1,
  content: JSON.stringify({ school: headOf(school), card, layout }),
  digest: digestOfCard(card),
  ...proof,
});

/** The audit field under which a posting's trail lists whose copies have this number. */
export const auditFieldOfFrozenVersion = (version: number): string => `frozen ${version}`;

/** Picks the letterhead out of the school file. */
const headOf = ({ name, motto, address, telephone, email, timeZone }: SchoolHead): SchoolHead => ({
  name,
  motto,
  address,
  telephone,
  email,
  timeZone,
});

/** A card, and the layout that its copy keeps. */
export interface CardToFreeze {
  card: ReportCard;
  layout: CardLayout;
}

/**
 * Freezes up to 97 cards, with their proofs, and their audit row in one transaction, on the condition that this posting
 * has no copies of them yet. `done`: this batch was written before.
 * @param leavers of those students (`readLeaversOfTerm`)
 */
export async function freezeCards(
  posting: CopyEdition,
  {
    school,
    cards: toFreeze,
    leavers = new Map(),
    beside = [],
  }: {
    school: SchoolHead;
    cards: readonly CardToFreeze[];
    leavers?: ReadonlyMap<string, string>;
    /** What options keep with them (`listKeptWithCopies`). */
    beside?: readonly Action[];
  },
  by: Authorship,
): Promise<ActOutcome> {
  const cards = await withSignedLayouts(toFreeze, posting);
  const frozen = await cardProof()?.freeze(
    cards.map(({ card }) => card),
    posting,
    school,
  );
  return commit({
    by,
    changes: [
      ...cards.map(({ card, layout }) => {
        const { id } = card.student;
        const proof = frozen?.ofStudent.get(id);
        return PostedReportEntity.create(
          toStoredCopy(posting, { school, card, layout, hadLeft: leavers.has(id), proof }),
        );
      }),
      ...(frozen ? [frozen.change] : []),
      ...beside,
    ],
    trail: {
      subject: postingAuditSubject(posting),
      changes: [
        {
          field: auditFieldOfFrozenVersion(posting.version),
          before: null,
          after: cards.map(({ card }) => card.student.id),
        },
      ],
    },
  });
}

/** Ids of the students whose copies have this number. One query. */
export async function listStudentsOfFrozenVersion(period: Term, version: number): Promise<string[]> {
  const trail = await listAuditTrail(postingAuditSubject(period));
  return trail
    .flatMap(({ changes }) => changes)
    .flatMap(({ field, after }) => (field === auditFieldOfFrozenVersion(version) ? (after as string[]) : []));
}

/**
 * The highest number of any copy of the term, those of stopped runs included; 0 for none. A later run uses higher
 * numbers. One query.
 */
export async function readHighestCopyVersionOfTerm(period: Term): Promise<number> {
  const trail = await listAuditTrail(postingAuditSubject(period));
  const numbers = trail.flatMap(({ changes }) =>
    changes.map(({ field }) => Number(/^frozen (\d+)$/.exec(field)?.[1] ?? 0)),
  );
  return Math.max(0, ...numbers);
}

/** Ids of the students whose reports parents see. One query. */
export async function listStudentsWithPostedReport(posting: PostingItem): Promise<ReadonlySet<string>> {
  const fields = new Set(editionNumbersOf(posting).map(auditFieldOfFrozenVersion));
  const trail = await listAuditTrail(postingAuditSubject(posting));
  const changes = trail.flatMap((row) => row.changes).filter(({ field }) => fields.has(field));
  return new Set(changes.flatMap(({ after }) => after as string[]));
}

/** How many reports parents see. One query. */
export const countPostedReports = async (posting: PostingItem): Promise<number> =>
  (await listStudentsWithPostedReport(posting)).size;

/** The posted cards of a class, by student; empty while nothing is posted. One query. */
export async function readFrozenCardsOfClass(
  posting: PostingItem | undefined,
  classId: string,
): Promise<Map<string, FrozenCard>> {
  if (!posting?.isPosted) return new Map();
  const { year, term } = posting;
  const base = editionNumbersOf(posting)[0] ?? posting.version;
  const data = await PostedReportEntity.queryBy('ofClass', { year, term, base, classId });
  return postedCards(posting, data);
}

/** The posted cards of single students, by student. One request for each hundred copies that they may have. */
export async function readFrozenCards(
  posting: PostingItem | undefined,
  studentIds: readonly string[],
): Promise<Map<string, FrozenCard>> {
  if (!posting?.isPosted || studentIds.length === 0) return new Map();
  return postedCards(posting, await readMany(keysOfCopies(posting, studentIds)));
}

/**
 * The digests of a class's posted cards, by student; undefined for a copy without one. One query, without the contents.
 */
export async function readCardDigestsOfClass(
  posting: PostingItem,
  classId: string,
): Promise<Map<string, string | undefined>> {
  const { year, term } = posting;
  const base = editionNumbersOf(posting)[0] ?? posting.version;
  const data = await PostedReportEntity.queryBy(
    'ofClass',
    { year, term, base, classId },
    { only: ['studentId', 'version', 'digest'] },
  );
  return new Map([...latestCopies(posting, data)].map(([studentId, { digest }]) => [studentId, digest]));
}

/**
 * Of some students, those whose copy was made before they left, or who have never left. One request for each hundred
 * copies that they may have.
 */
export async function listPostedWithTheirClass(
  posting: PostingItem | undefined,
  studentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!posting?.isPosted || studentIds.length === 0) return new Set();
  const copies = await readMany(keysOfCopies(posting, studentIds), ['studentId', 'version', 'hadLeft']);
  return new Set([...latestCopies(posting, copies)].flatMap(([id, { hadLeft }]) => (hadLeft ? [] : [id])));
}

const keysOfCopies = (posting: PostingItem, studentIds: readonly string[]) => {
  const { year, term } = posting;
  return studentIds.flatMap((studentId) =>
    editionNumbersOf(posting).map((version) => PostedReportEntity.key({ studentId, year, term, version })),
  );
};

const postedCards = (posting: PostingItem, copies: readonly PostedReportItem[]): Map<string, FrozenCard> =>
  new Map([...latestCopies(posting, copies)].map(([studentId, copy]) => [studentId, parseCopy(copy)]));

/** The copy of each student that parents see: the one with the last posted number. */
function latestCopies<C extends { studentId: string; version: number }>(
  posting: PostingItem,
  copies: readonly C[],
): Map<string, C> {
  const isPosted = new Set(editionNumbersOf(posting));
  const inOrder = copies.filter(({ version }) => isPosted.has(version)).sort((a, b) => a.version - b.version);
  return new Map(inOrder.map((copy) => [copy.studentId, copy]));
}

/**
 * A student's reports of posted terms, each as it was posted last, in no order. One query.
 * @param postings of terms; those that are not posted give nothing
 * @param only the copies of this term are read, instead of all
 */
export async function listPostedCopies(
  studentId: string,
  postings: readonly PostingItem[],
  only: Partial<Term> = {},
): Promise<FrozenCard[]> {
  const copies = await PostedReportEntity.query({ studentId, ...only });
  return postings.flatMap((posting) => {
    if (!posting.isPosted) return [];
    const { year, term } = posting;
    const ofTerm = copies.filter((copy) => copy.year === year && copy.term === term);
    return [...latestCopies(posting, ofTerm).values()].map(parseCopy);
  });
}

/** The terms and numbers of all copies of a student's reports, of stopped runs too. One query. */
export const listCopyNumbers = (studentId: string): Promise<(Term & { version: number })[]> =>
  PostedReportEntity.query({ studentId }, { only: ['year', 'term', 'version'] });

/**
 * What a proof with this code says (`ProofOfCopy.signed`); undefined where there is none. One query, which reads
 * nothing else of the copy.
 */
export async function findProofByCode(code: string): Promise<string | undefined> {
  const [copy] = await PostedReportEntity.queryBy('ofCode', { code }, { only: ['signed'] });
  return copy?.signed;
}

/** Number of a student's posted reports over all terms. One query. */
export async function countPostedReportsOfStudent(studentId: string): Promise<number> {
  return (await PostedReportEntity.query({ studentId }, { only: ['version'] })).length;
}

function parseCopy({ format, content, postedAt, reason, hadLeft, ...copy }: PostedReportItem): FrozenCard {
  if (format !== 1) throw new Error(`A posted report of format ${format}`);
  const { school, card, layout } = JSON.parse(content) as Pick<FrozenCard, 'school' | 'card' | 'layout'>;
  const { year, term, version } = copy;
  const facts = {
    year,
    term,
    version,
    postedAt: new Date(postedAt),
    reason: reason ?? null,
    hadLeft: hadLeft === true,
  };
  const { code, signed, signedFor } = copy;
  const proof =
    code !== undefined && signed !== undefined && signedFor !== undefined ? { code, signed, signedFor } : null;
  return { school, card, layout, ...facts, proof };
}
