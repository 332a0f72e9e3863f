import { undoWordings } from '#shared/http/wordings.ts';
import { leftOfListedAct, maxLeftListed, type UndoableActRow } from '#shared/undo/calls.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import type { Action, WrittenRecord } from '../table/action.ts';
import type { Keeping } from '../table/acts/commit.ts';
import type { Authorship, WriteAttempt } from '../table/audit.ts';
import { entity } from '../table/entity.ts';
import { expiryOfDeleted, type ItemKey } from '../table/table.ts';

/** A change with everything that its undo needs. A domain has a union of these, one for each kind. */
export interface UndoableChange {
  kind: string;
  details: object;
}

/** One act that can be undone for 30 days (rules 12, 13, 46), under the idempotency key it was done with. */
interface ActionItem {
  /** The domain whose kinds of change are found. */
  domain: string;
  key: string;
  /** Within the domain: where it is listed. */
  place: string;
  /** For the list, in a few words. */
  what: string;
  change: UndoableChange;
  at: string;
  accountId: string;
  name: string;
  undoneAt?: string | undefined;
  /** The idempotency key of its undo. */
  undoneUnder?: string | undefined;
  /** What its undo left, a sentence each, for a repeat of it: as far as that was decided with what it wrote. */
  undoneLeft?: string[] | undefined;
  /** How many things the job that undid it took back, and how many it left. */
  undoneCounts?: { undone: number; stays: number } | undefined;
  /** TTL of DynamoDB, in seconds since 1970. */
  expires: number;
}

const UndoableActionEntity = entity<ActionItem>()({
  name: 'act',
  pk: 'act#${domain}#${key}',
  sk: 'act',
  indexes: {
    ofPlace: { index: 'gsi1', pk: 'acts#${domain}#${place}', sk: '${at}#${key}' },
  },
});

/** What one transaction of an act wrote, before and after by record; in several pieces where it is much. */
interface WrittenPieceItem {
  domain: string;
  key: string;
  /** Within the act: the idempotency key of the transaction, and the number. */
  piece: string;
  written: WrittenRecord[];
  /** The clock, UTC: a further attempt of the act may write a record again. */
  at: string;
  /** TTL of DynamoDB, in seconds since 1970. */
  expires: number;
}

const WrittenPieceEntity = entity<WrittenPieceItem>()({
  name: 'act-written',
  pk: 'act#${domain}#${key}',
  sk: 'written#${piece}',
});

/** Bytes of a piece: DynamoDB takes 400 KB. */
const largestPiece = 300_000;

/** What a job that undoes an act has come to. */
export interface UndoOutcome {
  /** How many things went back. */
  undone: number;
  /** How many stay as they are. */
  stays: number;
  /** What stays and why, a sentence each. */
  left: readonly string[];
}

export type UndoableActionOf<C extends UndoableChange> = Omit<ActionItem, 'change'> & { change: C };

/** How many of its newest acts a place lists. */
const listed = 50;

/** The kinds of records that an undo puts back, of all that an act writes. */
type Kept = readonly { readonly name: string }[];

interface Act<C extends UndoableChange> {
  change: C;
  what: string;
  place?: string;
  by: Authorship;
}

const actionItem = (
  domain: string,
  { change, what, place = 'all', by: { caller, request } }: Act<UndoableChange>,
): ActionItem => ({
  domain,
  key: request.idempotencyKey,
  place,
  what,
  change,
  at: request.now.toISOString(),
  accountId: caller.accountId,
  name: caller.name,
  expires: expiryOfDeleted(request.now),
});

/** The key of an act of one name. */
export const actKey = (domain: string, key: string): ItemKey<UndoableActionOf<UndoableChange>> =>
  UndoableActionEntity.key({ domain, key }) as ItemKey<UndoableActionOf<UndoableChange>>;

/** What a transaction writes of the kinds that are kept, in pieces. */
function pieceActions({
  domain,
  key,
  of,
  changes,
  under,
}: {
  domain: string;
  key: string;
  of: Kept;
  changes: readonly Action[];
  under: WriteAttempt;
}): Action[] {
  const names = new Set(of.map(({ name }) => name));
  const pieces: WrittenRecord[][] = [];
  let bytes = largestPiece;
  for (const { writes } of changes) {
    if (!writes || !names.has(writes.kind)) continue;
    const record = writes.toRecord();
    if (record.before && Object.keys(record.before).length === 0) continue;
    const more = Buffer.byteLength(JSON.stringify(record));
    bytes += more;
    if (bytes > largestPiece) {
      pieces.push([]);
      bytes = more;
    }
    pieces.at(-1)?.push(record);
  }
  const expires = expiryOfDeleted(under.now);
  return pieces.map((written, index) =>
    WrittenPieceEntity.create({
      domain,
      key,
      piece: `${under.idempotencyKey}/${index}`,
      written,
      at: new Date().toISOString(),
      expires,
    }),
  );
}

/** The acts of a domain that can be undone. `C` is the union of its kinds of change. */
export function undoableActions<C extends UndoableChange>(domain: string) {
  return {
    /** The changes of one act. Acts older than 30 days may be found until DynamoDB deletes them. */
    key: (key: string): ItemKey<UndoableActionOf<C>> => actKey(domain, key) as ItemKey<UndoableActionOf<C>>,

    /**
     * Keeps an act by itself, in the transaction that does it, where {@link keep} is out of reach. A domain with one
     * place names none.
     */
    create: (act: Act<C>): Action => UndoableActionEntity.create(actionItem(domain, act)),

    /**
     * For `commit`: keeps an act with what it writes of these kinds, before and after, for `undoRecords`. `key`: of an
     * act of several transactions.
     * @throws Error for a write that does not say what its record was before
     */
    keep:
      ({ of = [], key, ...act }: Omit<Act<C>, 'by'> & { of?: Kept; key?: string }): Keeping =>
      ({ changes, by: { caller, request: under } }) => {
        const request = { ...under, idempotencyKey: key ?? under.idempotencyKey };
        return [
          UndoableActionEntity.create(actionItem(domain, { ...act, by: { caller, request } })),
          ...pieceActions({ domain, key: request.idempotencyKey, of, changes, under }),
        ];
      },

    /** The same of a further transaction of an act: what this one writes. */
    keepMore:
      ({ key, of }: { key: string; of: Kept }): Keeping =>
      ({ changes, by }) =>
        pieceActions({ domain, key, of, changes, under: by.request }),

    /** What an act wrote; of a record that it wrote twice, the last. One query. */
    listWritten: async ({ key }: Pick<ActionItem, 'key'>): Promise<WrittenRecord[]> => {
      const pieces = await WrittenPieceEntity.query({ domain, key });
      const written = pieces.sort((a, b) => a.at.localeCompare(b.at)).flatMap((piece) => piece.written);
      const nameOf = ({ kind, id }: WrittenRecord) => JSON.stringify([kind, ...Object.entries(id).sort()]);
      return [...new Map(written.map((record) => [nameOf(record), record])).values()];
    },

    /**
     * Marks an act as undone, on the condition that it is not yet: for the transaction that undoes it, with what this
     * leaves.
     */
    undone: ({ key }: Pick<ActionItem, 'key'>, request: WriteAttempt, left: readonly string[] = []) =>
      UndoableActionEntity.update(
        { domain, key },
        {
          set: {
            undoneAt: request.now.toISOString(),
            undoneUnder: request.idempotencyKey,
            ...(left.length > 0 && { undoneLeft: left.slice(0, maxLeftListed) }),
          },
          where: { undoneAt: null },
        },
      ),

    /**
     * The same of a job that counted. An act of which everything stays is not undone: what it says of that is replaced
     * by the next try.
     */
    undoneByJob: ({ key }: Pick<ActionItem, 'key'>, request: WriteAttempt, outcome: UndoOutcome) => {
      const { undone, stays, left } = outcome;
      return UndoableActionEntity.update(
        { domain, key },
        {
          set: {
            ...(isNothingUndone(outcome)
              ? {}
              : { undoneAt: request.now.toISOString(), undoneUnder: request.idempotencyKey }),
            ...(left.length > 0 && { undoneLeft: left.slice(0, maxLeftListed), undoneCounts: { undone, stays } }),
          },
          ...(left.length > 0 ? {} : { remove: ['undoneLeft', 'undoneCounts'] }),
          where: { undoneAt: null },
        },
      );
    },

    /**
     * True when this very request undid the act before.
     * @throws ConflictError when another one did
     */
    wasUndone: (
      { undoneAt, undoneUnder }: Pick<ActionItem, 'undoneAt' | 'undoneUnder'>,
      request: WriteAttempt,
    ): boolean => {
      if (undoneAt === undefined) return false;
      if (undoneUnder === request.idempotencyKey) return true;
      throw new ConflictError(undoWordings.undoneAlready);
    },

    /**
     * The newest acts of a place, newest first; with `isWanted` those alone of them. One query of an index, so an act
     * of this instant may be missing.
     */
    list: async ({
      place = 'all',
      now,
      isWanted,
    }: {
      place?: string;
      now: Date;
      isWanted?: (change: C) => boolean;
    }): Promise<UndoableActRow[]> => {
      const data = await UndoableActionEntity.queryBy(
        'ofPlace',
        { domain, place },
        {
          isDescending: true,
          limit: listed,
          only: [
            ...(['key', 'what', 'at', 'name', 'undoneAt', 'undoneLeft', 'undoneCounts', 'expires'] as const),
            ...(isWanted ? (['change'] as const) : []),
          ],
        },
      );
      return data
        .filter(({ expires }) => expires * 1000 > now.getTime())
        .filter(({ change }) => isWanted?.(change as C) ?? true)
        .map(({ key, what, at, name, undoneAt, undoneLeft = [], undoneCounts }) => ({
          undo: key,
          what,
          at,
          name,
          undone_at: undoneAt ?? null,
          ...(undoneCounts && { left: { ...undoneCounts, why: undoneLeft.slice(0, leftOfListedAct) } }),
        }));
    },
  };
}

/** Whether an undo left everything as it is. */
export const isNothingUndone = ({ undone, stays }: Pick<UndoOutcome, 'undone' | 'stays'>): boolean =>
  undone === 0 && stays > 0;

export type UndoableActions<C extends UndoableChange> = ReturnType<typeof undoableActions<C>>;

/** Refuses to undo what is no longer kept, or was never done. */
export const nothingToUndoError = () => new NotFoundError(undoWordings.nothingToUndo);

/** Refuses to undo an act where somebody has changed its records since. */
export const changedSinceError = () => new ConflictError(undoWordings.changedSince);
