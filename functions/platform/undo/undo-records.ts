import { type Action, notStoredCheck, storedValuesCheck, type WrittenRecord } from '../table/action.ts';
import { type ActOutcome, carryOutAct, isRefused } from '../table/acts/carry-out-act.ts';
import { type AuditedAct, commit, hasRoom } from '../table/acts/commit.ts';
import { isRecordAs, type KindOfRecord, putRecordBack } from '../table/acts/written-record.ts';
import { type Authorship, listAuditTrail, type WriteAttempt } from '../table/audit.ts';
import { retryRefused } from '../table/retry-refused.ts';
import { type ItemKey, readItems, splitIntoHundreds, splitIntoPieces } from '../table/table.ts';
import {
  changedSinceError,
  nothingToUndoError,
  type UndoableActionOf,
  type UndoableChange,
} from './undoable-actions.ts';

/** A record that an undo leaves as it is. */
export interface LeftRecord {
  record: WrittenRecord;
  /** As it is now. */
  stored: object | undefined;
  /** Why it may not go back; undefined where somebody has changed, moved or deleted it since. */
  reason: string | undefined;
  /** Who changed it last since the act, and when, UTC; null where the trail does not tell. */
  by: string | null;
  at: string | null;
}

/** What else must hold for a record to go back: read with it, and asked again in its transaction. */
export interface Requirement {
  of: ItemKey<object>;
  /** The values of that record, a missing one as null; null where there is none. */
  is: Readonly<Record<string, string | number | boolean | null>> | null;
  /** What the undo says of a record that it leaves for this. */
  otherwise: string;
}

type Rest = Pick<AuditedAct, 'guards' | 'also' | 'logKind' | 'trail'> & {
  changes?: readonly Action[];
  /** The values of the attributes that are `placed`. */
  place?: (record: WrittenRecord) => Readonly<Record<string, unknown>>;
};

/** An act that is to be undone, and how its records go back. */
export interface RecordsUndo {
  acts: {
    key(key: string): ItemKey<UndoableActionOf<UndoableChange>>;
    listWritten(act: { key: string }): Promise<WrittenRecord[]>;
    undone(act: { key: string }, request: WriteAttempt): Action;
    wasUndone(act: { undoneAt?: string | undefined; undoneUnder?: string | undefined }, request: WriteAttempt): boolean;
  };
  /** The key of the act. */
  key: string;
  /** The kinds of its records. */
  of: readonly KindOfRecord[];
  by: Authorship;
  /**
   * The attributes by which a record is as the act left it, as far as the act wrote them. All are asked for in its
   * transaction, as they were read. Without: all that the act wrote of it.
   */
  compared?: (record: WrittenRecord) => readonly string[] | undefined;
  /** Attributes with which a record goes back as `rest` says, whatever they were. */
  placed?: readonly string[];
  /**
   * Why a record stays although it is as the act left it, judged by attributes that are {@link compared}; undefined
   * where it may go back.
   */
  whyLeft?: (record: WrittenRecord, stored: object | undefined) => string | undefined;
  /** What must hold of other records. */
  requires?: (record: WrittenRecord) => readonly Requirement[];
  /** All of its records go back, in one transaction, or none; for an act that fits into one with its `rest`. */
  isWhole?: boolean;
  /**
   * The rest of the transaction in which these records go back, made for each attempt.
   * @throws ConflictError where the act may not be undone now
   */
  rest: (back: readonly WrittenRecord[]) => Rest | Promise<Rest>;
  /** Where the trail tells of a record: its subject, and the field where that has many records. */
  trailOf?: (record: WrittenRecord) => { subject: string; field?: string };
  /** What is thrown where nothing can go back. */
  nothingBack?: (left: readonly LeftRecord[]) => Error;
  /** What the others are changing, for the message. */
  what: string;
  /** How many records fit into a transaction about: where `rest` reads for each, it is not asked about more. */
  most?: number;
}

/**
 * Undoes an act of records: each that still is as the act left it becomes what it was before, all others are left and
 * named. As many in a transaction as fit; the last one marks the act as undone. A repeat under the same key resumes
 * where the undo stopped.
 * @throws NotFoundError for an act that is not kept, ConflictError where another request undid it, and where nothing
 * can go back
 */
export async function undoRecords(undo: RecordsUndo): Promise<LeftRecord[]> {
  const {
    acts,
    key,
    by: { request: under },
  } = undo;
  const [{ act }, written] = await Promise.all([readItems({ act: acts.key(key) }), acts.listWritten({ key })]);
  if (!act) throw nothingToUndoError();
  const judged = await judge(undo, written);
  const { groups, size } = acts.wasUndone(act, under) ? { groups: [judged], size: 0 } : await groupByRoom(undo, judged);
  const left: Judged[] = [];
  for (const [index, group] of groups.entries()) {
    // A repeat that makes other groups writes them under other keys.
    const idempotencyKey = `${under.idempotencyKey}/${size}-${index}`;
    const attempt = groups.length === 1 ? under : { ...under, idempotencyKey };
    const isLast = index === groups.length - 1;
    const stays = await retryRefused({
      first: { group, now: act },
      read: async () => ({
        group: await judge(
          undo,
          group.map(({ record }) => record),
        ),
        now: (await readItems({ act: acts.key(key) })).act,
      }),
      attempt: async ({ group: judgedNow, now }) => {
        const staying = judgedNow.filter(({ verdict }) => verdict === 'left');
        if (!now) throw nothingToUndoError();
        if (acts.wasUndone(now, under)) return staying;
        const back = judgedNow.filter(({ verdict }) => verdict === 'goes back');
        // One transaction marks the act as well: what is back without it was changed back by somebody.
        const isAllLeft =
          groups.length === 1 ? back.length === 0 : isLast && left.length + staying.length === written.length;
        if (written.length > 0 && (isAllLeft || (undo.isWhole && back.length < judgedNow.length))) {
          // The records were read after the act: another request may have undone it in between.
          if (now === act) return 'refused' as const;
          throw undo.nothingBack?.(await nameWhoChanged(undo, act.at, [...left, ...staying])) ?? changedSinceError();
        }
        const outcome = await writeBack(undo, { back, attempt, isLast });
        return isRefused(outcome) || outcome === 'done' ? ('refused' as const) : staying;
      },
      what: undo.what,
    });
    left.push(...stays);
  }
  return nameWhoChanged(undo, act.at, left);
}

/** Most records in one transaction: their act has a row, a key, its own record and conditions of its domain besides. */
const mostRecords = 90;

/** Groups of one size, the largest of which each fits into a transaction. */
async function groupByRoom(
  undo: RecordsUndo,
  judged: readonly Judged[],
): Promise<{ groups: Judged[][]; size: number }> {
  if (undo.isWhole || judged.length < 2) return { groups: [[...judged]], size: 1 };
  const isRoomy = async (group: readonly Judged[]) => {
    const back = group.filter(({ verdict }) => verdict === 'goes back');
    return back.length < 2 || hasRoom(await planBack(undo, { back, attempt: undo.by.request, isLast: true }));
  };
  for (let size = undo.most ?? mostRecords; size > 1; size = Math.floor(size * 0.75)) {
    const groups = splitIntoPieces(judged, size);
    if ((await Promise.all(groups.map(isRoomy))).every(Boolean)) return { groups, size };
  }
  return { groups: splitIntoPieces(judged, 1), size: 1 };
}

interface Judged {
  record: WrittenRecord;
  stored: object | undefined;
  verdict: 'goes back' | 'is back' | 'left';
  reason?: string | undefined;
}

/** Reads the records with what else must hold for them. A request for each hundred. */
async function judge(undo: RecordsUndo, group: readonly WrittenRecord[]): Promise<Judged[]> {
  const { placed = [], whyLeft, requires = () => [] } = undo;
  const wanted = group.map((record) => ({ record, kind: kindOf(undo, record), required: requires(record) }));
  const read = await readEach(
    wanted.flatMap(({ record, kind, required }) => [kind.key(record.id as never), ...required.map(({ of }) => of)]),
  );
  return wanted.map(({ record, kind, required }): Judged => {
    const [stored, ...others] = read.splice(0, 1 + required.length);
    const judged = { written: record, stored };
    const compared = undo.compared?.(record);
    const asBefore = (compared ?? Object.keys(record.before ?? {})).filter((name) => !placed.includes(name));
    const byNames = compared ?? (placed.length > 0 ? asBefore : undefined);
    if (isRecordAs(kind, { ...judged, side: 'before', compared: byNames && asBefore })) {
      return { record, stored, verdict: 'is back' };
    }
    const isAsLeft = isRecordAs(kind, { ...judged, side: 'after', compared });
    const reason = whyLeft?.(record, stored) ?? required.find(({ is }, index) => !holds(is, others[index]))?.otherwise;
    if (isAsLeft && reason === undefined) return { record, stored, verdict: 'goes back' };
    return { record, stored, verdict: 'left', reason: isAsLeft ? reason : undefined };
  });
}

const holds = (is: Requirement['is'], stored: object | undefined): boolean =>
  is === null || stored === undefined
    ? is === null && stored === undefined
    : Object.entries(is).every(([name, value]) => ((stored as Record<string, unknown>)[name] ?? null) === value);

function kindOf({ of }: RecordsUndo, { kind }: WrittenRecord): KindOfRecord {
  const found = of.find(({ name }) => name === kind);
  if (!found) throw new Error(`An undo does not know the records of kind ${kind}`);
  return found;
}

interface Going {
  back: readonly Pick<Judged, 'record' | 'stored'>[];
  attempt: WriteAttempt;
  isLast: boolean;
}

/** The transaction in which these records go back; the last one marks the act as undone. */
async function planBack(undo: RecordsUndo, { back, attempt, isLast }: Going): Promise<AuditedAct> {
  const { acts, key, by, compared = () => undefined, requires = () => [] } = undo;
  const records = back.map(({ record }) => record);
  const { changes = [], guards, place, ...rest } = await undo.rest(records);
  const required = new Map(records.flatMap(requires).map((one) => [JSON.stringify(one.of.key), one]));
  return {
    by: { caller: by.caller, request: attempt },
    ...rest,
    changes: [
      ...back.map(({ record, stored }) =>
        putRecordBack(kindOf(undo, record), {
          written: record,
          stored,
          compared: compared(record),
          place: place?.(record),
        }),
      ),
      ...changes,
      ...(isLast ? [acts.undone({ key }, by.request)] : []),
    ],
    guards: {
      ...guards,
      required: Array.from(required.values(), ({ of, is }) =>
        is === null ? notStoredCheck(of) : storedValuesCheck(of, is as object),
      ),
    },
  };
}

async function writeBack(undo: RecordsUndo, going: Going): Promise<ActOutcome> {
  if (going.back.length > 0) return commit(await planBack(undo, going));
  return going.isLast ? carryOutAct({ changes: [], stamp: undo.acts.undone(undo, undo.by.request) }) : 'written';
}

/** Records by their keys, in the same order. */
async function readEach(keys: readonly ItemKey<object>[]): Promise<(object | undefined)[]> {
  const found = await Promise.all(
    splitIntoHundreds(keys).map(async (some) => {
      const named = await readItems(Object.fromEntries(some.map((key, index) => [`r${index}`, key])));
      return some.map((_, index) => named[`r${index}`]);
    }),
  );
  return found.flat();
}

/** Who changed the records that are left, by the newest row of the trail since the act. One query a subject. */
async function nameWhoChanged(
  { trailOf, key, by: { request: under } }: RecordsUndo,
  since: string,
  left: readonly Judged[],
): Promise<LeftRecord[]> {
  const places = left.map(({ record, reason }) => (reason === undefined ? trailOf?.(record) : undefined));
  const subjects = [...new Set(places.flatMap((place) => place?.subject ?? []))];
  const trails = new Map(
    await Promise.all(subjects.map(async (subject) => [subject, await listAuditTrail(subject)] as const)),
  );
  return left.map(({ record, stored, reason }, index) => {
    const place = places[index];
    const last = trails
      .get(place?.subject ?? '')
      ?.findLast(
        ({ at, idempotencyKey, changes }) =>
          at >= since &&
          ![key, under.idempotencyKey].some((own) => idempotencyKey.startsWith(own)) &&
          (place?.field === undefined || changes.some(({ field }) => field === place.field)),
      );
    return { record, stored, reason, by: last?.name ?? null, at: last?.at ?? null };
  });
}
