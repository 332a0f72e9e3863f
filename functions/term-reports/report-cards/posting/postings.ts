import { termTitle } from '#shared/school/academic-year.ts';
import { keepTermPeopleActions } from '../../../people/records/term-people.ts';
import type { Action } from '../../../platform/table/action.ts';
import { type ActOutcome, isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit, type Keeping, type TrailEntry } from '../../../platform/table/acts/commit.ts';
import { type Authorship, listAuditTrail } from '../../../platform/table/audit.ts';
import { entity } from '../../../platform/table/entity.ts';
import { whereUnchanged } from '../../../platform/table/expression.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { undoableActions } from '../../../platform/undo/undoable-actions.ts';
import {
  closeTermActions,
  readTermClosing,
  reopenAfterPostingRemovedActions,
} from '../../../school/records/closed-terms.ts';
import { periodAuditSubject } from '../../../school/records/periods.ts';
import { findTermClosure, type Term } from '../../../school/records/term-locks.ts';
import { cardProof } from '../card-proofs.ts';

/**
 * Whether a term's reports are posted, and which frozen copies parents see: those of the whole posting, replaced for
 * some students by copies that were made later (ADR 0018).
 */
export interface PostingItem {
  year: number;
  term: 1 | 2 | 3;
  isPosted: boolean;
  /** The number of the term's last posting, from 1. Copies carry it. */
  version: number;
  /** The numbers whose copies are posted, the whole posting first. Absent: only `version`. */
  editions?: number[] | undefined;
  /** ISO 8601; of the last posting. */
  postedAt: string;
  postedBy: string;
}

export const TermPostingEntity = entity<PostingItem>()({
  name: 'posting',
  pk: 'postings',
  sk: 'posting#${year}#${term}',
  open: 'whether a term is posted',
});

/**
 * The numbers whose copies are posted, the whole posting first. Parents see a student's copy with the last of these
 * numbers.
 */
export const editionNumbersOf = ({ editions, version }: PostingItem): number[] => editions ?? [version];

/** A term's posting before and after an act on it; undefined where it was never posted. */
export interface PostingChanged {
  kind: 'posting changed';
  details: { before?: PostingItem | undefined; after: PostingItem };
}

/** The acts of Post Term Reports that can be undone. */
export const undoablePostings = undoableActions<PostingChanged>('posting');

/** Whether both are posted, or not, with the same copies, regardless of the acts and undos between them. */
export const isSamePosting = (one: PostingItem, other: PostingItem): boolean =>
  one.isPosted === other.isPosted && editionNumbersOf(one).join() === editionNumbersOf(other).join();

/**
 * The posting as it was before an act, under a new version: a request that read the earlier posting cannot overwrite
 * it, and the act's copies cannot be mistaken for those of a later posting.
 */
export function postingBefore({ before, after }: PostingChanged['details'], stored: PostingItem): PostingItem {
  const then = before ?? { ...after, isPosted: false };
  return { ...then, editions: editionNumbersOf(then), version: stored.version + 1 };
}

/** The posting with one more edition of some students' copies. */
export const withEdition = (
  posting: PostingItem,
  { version, postedAt, postedBy }: Pick<PostingItem, 'version' | 'postedAt' | 'postedBy'>,
): PostingItem => ({ ...posting, version, postedAt, postedBy, editions: [...editionNumbersOf(posting), version] });

export const postingKey = (period: Term) => TermPostingEntity.key(period);

/** The posting of a term; undefined where it was never posted. */
export async function readPosting(period: Term): Promise<PostingItem | undefined> {
  return (await readItems({ posting: postingKey(period) })).posting;
}

/** Every term that was ever posted. One query. */
export const listPostings = (): Promise<PostingItem[]> => TermPostingEntity.query({});

/** Names a term's posting in the audit trail. */
export const postingAuditSubject = ({ year, term }: Term): string => `posting#${year}#${term}`;

/** An act on a posting: the posting before it, the text for the list of recent changes, and who does it. */
export interface PostingAct {
  before: PostingItem | undefined;
  what: string;
  by: Authorship;
}

/** That an act on a posting can be undone. */
export const keepPostingAct = (posting: PostingItem, { before, what }: Pick<PostingAct, 'before' | 'what'>): Keeping =>
  undoablePostings.keep({
    change: { kind: 'posting changed', details: { before, after: posting } },
    what: `${termTitle(posting)}: ${what}`,
  });

/**
 * Stores a posting and closes its term, or stores its removal (rule 47). `refused`: the posting has changed since
 * `before`. Retried where only the closing of the term conflicts.
 */
export const writePosting = (posting: PostingItem, act: PostingAct): Promise<ActOutcome> =>
  retryRefused({
    read: () => readPosting(posting),
    attempt: async (stored) => {
      const outcome = await attemptWrite(posting, act);
      if (!isRefused(outcome)) return { outcome };
      const isAsBefore = stored?.version === act.before?.version && stored?.isPosted === act.before?.isPosted;
      return isAsBefore ? 'refused' : { outcome };
    },
    what: 'the terms',
  }).then(({ outcome }) => outcome);

async function attemptWrite(posting: PostingItem, act: PostingAct): Promise<ActOutcome> {
  const { before } = act;
  const written = [
    TermPostingEntity.put(posting, postingUnchangedCheck(before)),
    ...(await cardStatusActions(posting, act.by)),
  ];
  return commit({
    by: act.by,
    changes: [...(await closingActions(posting, { by: act.by, arePeopleKept: before?.isPosted ?? false })), ...written],
    undo: keepPostingAct(posting, act),
    trail: postedTrail(posting, before),
  });
}

/** Says which cards of the term are good from now on. */
const cardStatusActions = async (posting: PostingItem, { request }: Authorship): Promise<readonly Action[]> =>
  (await cardProof()?.posted({ ...posting, editions: editionNumbersOf(posting) }, { now: request.now })) ?? [];

/** Closes a posted term; reopens one whose posting is removed, if the posting had closed it. */
async function closingActions(
  posting: PostingItem,
  {
    by,
    arePeopleKept,
  }: {
    by: Authorship;
    /** The copies that are posted have the people of their term already. */
    arePeopleKept: boolean;
  },
): Promise<Action[]> {
  const stored = await readTermClosing(posting);
  return posting.isPosted
    ? [
        ...closeTermActions(posting, 'posted', by, stored),
        ...(await keepTermPeopleActions(posting, { isPosted: arePeopleKept })),
      ]
    : reopenAfterPostingRemovedActions(posting, stored);
}

/** Closes a term that was reopened and is posted again without any change. */
export const closePostedTerm = (period: Term, by: Authorship): Promise<void> =>
  retryRefused({
    read: () => readTermClosing(period),
    attempt: async (stored) => {
      if (findTermClosure(stored.register, period)) return undefined;
      const changes = [{ field: 'closed', before: null, after: { why: 'posted' } }];
      const outcome = await commit({
        by,
        changes: closeTermActions(period, 'posted', by, stored),
        trail: { subject: periodAuditSubject(period), changes },
      });
      return isRefused(outcome) ? 'refused' : undefined;
    },
    what: 'the terms',
  });

/**
 * Restores the posting of before an act, and closes the term where that posts it again. `refused`: the posting has
 * changed since it was read, or the act is undone already.
 */
export async function restorePosting(
  posting: PostingItem,
  { stored, undone, by }: { stored: PostingItem; undone: () => Action; by: Authorship },
): Promise<ActOutcome> {
  const isPostedAgain = posting.isPosted && !stored.isPosted;
  const closed = isPostedAgain ? await closingActions(posting, { arePeopleKept: true, by }) : [];
  return commit({
    by,
    changes: [
      ...closed,
      TermPostingEntity.put(posting, postingUnchangedCheck(stored)),
      ...(await cardStatusActions(posting, by)),
      undone(),
    ],
    trail: postedTrail(posting, stored),
  });
}

const postedTrail = (posting: PostingItem, before: PostingItem | undefined): TrailEntry => ({
  subject: postingAuditSubject(posting),
  changes: [{ field: 'posted', before, after: posting }],
});

/** A condition that the posting has not changed since it was read. */
export const postingUnchangedCheck = (before: PostingItem | undefined) =>
  whereUnchanged(before, ['version', 'isPosted']);

/** Who last posted a term's reports or removed the posting, and when. One query. */
export async function readLastPostingChange(period: Term): Promise<{ name: string; at: string } | undefined> {
  const trail = await listAuditTrail(postingAuditSubject(period));
  return trail.findLast(({ changes }) => changes.some(({ field }) => field === 'posted'));
}
