import type * as z from 'zod/mini';
import { authRefusals } from '#shared/accounts/wordings.ts';
import type { CallRow } from '#shared/http/contract.ts';
import { undoWordings } from '#shared/http/wordings.ts';
import type { JobToBegin } from '#shared/jobs.ts';
import {
  maxLeftListed,
  type UndoAnswer,
  type UndoableActRow,
  type UndoRow,
  type undoableActList,
} from '#shared/undo/calls.ts';
import { ConflictError, ForbiddenError } from '../errors.ts';
import { restartJobIfDead, runJob, toProgress } from '../jobs/run-job.ts';
import { deleteJob, isRunFollowedBy, type JobItem, readJob } from '../jobs/store.ts';
import { type AnyHandler, callHandler, type RequestFacts } from '../requests/call-handler.ts';
import { type Caller, isAdmin, isOpenTo } from '../requests/caller.ts';
import type { Action } from '../table/action.ts';
import { type ActOutcome, isRefused } from '../table/acts/carry-out-act.ts';
import type { Authorship } from '../table/audit.ts';
import { type ItemKey, readItems } from '../table/table.ts';
import { type LeftRecord, type RecordsUndo, undoRecords } from './undo-records.ts';
import {
  actKey,
  changedSinceError,
  nothingToUndoError,
  type UndoableActionOf,
  type UndoableActions,
  type UndoableChange,
  type UndoOutcome,
} from './undoable-actions.ts';

/** An act that somebody undoes. */
export interface Undoing<C extends UndoableChange> {
  acts: UndoableActions<UndoableChange>;
  act: UndoableActionOf<C>;
  details: C['details'];
  /** Who undoes it, and under which key. */
  by: Authorship<Caller, RequestFacts>;
  /** The action that marks the act as undone, once: in the transaction that undoes it. */
  undone: () => Action;
}

/** How acts of one kind are undone, and by whom. */
export interface UndoOfKind<C extends UndoableChange> {
  /**
   * Whether the caller may: who could do the act, of those whom the call lets in. Without it all of them. May throw the
   * refusal.
   */
  allows?: (undoing: Undoing<C>) => boolean | Promise<boolean>;
  undo: (undoing: Undoing<C>) => Promise<UndoAnswer>;
}

/** A caller's question for a list of acts. */
export interface AskedList<I> {
  input: I;
  caller: Caller;
  request: RequestFacts;
}

/** Who may list and undo the acts of one name, and how they are listed: without `list`, all of them together. */
interface ListedActs<I> {
  /** Of those whom the call lets in. */
  openTo: Pick<CallRow, 'who' | 'menu'>;
  list?: (asked: AskedList<I>) => Promise<UndoableActRow[]>;
}

/** The acts of one name with all of its kinds. `I` is the input that names a list of them. */
export interface UndoableKinds<I = never> extends Required<ListedActs<I>> {
  acts: UndoableActions<UndoableChange>;
  kinds: Readonly<Record<string, UndoOfKind<UndoableChange>>>;
}

/** The change of one kind, of a union of them. */
export type ChangeOfKind<C extends UndoableChange, K extends string> = C extends unknown
  ? K extends C['kind']
    ? { kind: K; details: C['details'] }
    : never
  : never;

/** Binds every kind of change of a name to its undo; one that is missing does not compile. */
export const undoableKinds = <C extends UndoableChange, I = unknown>(
  acts: UndoableActions<C>,
  { openTo, list = ({ request: { now } }) => acts.list({ now }) }: ListedActs<I>,
  kinds: { readonly [K in C['kind']]: UndoOfKind<ChangeOfKind<C, K>> },
): UndoableKinds<I> => ({ acts, openTo, list, kinds }) as unknown as UndoableKinds<I>;

/** The acts that a call undoes, by the name under which they are kept: loaded for the one that is asked for. */
export type LoadUndoable = Readonly<Record<string, () => Promise<UndoableKinds>>>;

function requireOpenTo({ openTo }: Pick<UndoableKinds, 'openTo'>, caller: Caller): void {
  if (!isOpenTo(caller, openTo)) throw new ForbiddenError(authRefusals.forbidden);
}

interface ListRow extends CallRow {
  input: () => z.ZodMiniType<{ of: string }>;
  output: typeof undoableActList;
}

/** Lists the acts of the name that the input has as `of`, for those who may undo them. */
export const listActsHandler = <R extends ListRow>(row: R, loads: LoadUndoable): AnyHandler<R> =>
  callHandler<ListRow>(row, {
    handle: async ({ input, caller, request }) => {
      const undoable = await loads[input.of]?.();
      if (!undoable) throw nothingToUndoError();
      requireOpenTo(undoable, caller);
      return undoable.list({ input: input as never, caller, request });
    },
  }) as AnyHandler<R>;

/**
 * Undoes an act of any of these names, for those who could do it. To others than the office an act that is not kept is
 * one that they may not undo; of two acts under one key neither is meant. Under the key of an undo that was done the
 * answer is the same.
 * @throws NotFoundError for an act that is not kept, ConflictError where what it changed was changed since, or another
 * request undid it
 */
export const undoHandler = <R extends UndoRow>(row: R, loads: LoadUndoable): AnyHandler<R> =>
  callHandler<UndoRow, Record<string, ItemKey<UndoableActionOf<UndoableChange>>>>(row, {
    prefetch: ({ undo }) => Object.fromEntries(Object.keys(loads).map((name) => [name, actKey(name, undo)])),
    handle: async ({ found, caller, request }) => {
      const kept = Object.keys(loads).flatMap((name) => found[name] ?? []);
      const [act] = kept.filter(({ expires }) => expires * 1000 > request.now.getTime());
      const undoable = act && kept.length === 1 ? await loads[act.domain]?.() : undefined;
      if (!act || !undoable) throw isAdmin(caller) ? nothingToUndoError() : new ForbiddenError(authRefusals.forbidden);
      requireOpenTo(undoable, caller);
      const { acts, kinds } = undoable;
      const kind = kinds[act.change.kind];
      if (!kind) throw nothingToUndoError();
      const undone = () => acts.undone(act, request);
      const undoing = { acts, act, details: act.change.details, by: { caller, request }, undone };
      if (kind.allows && !(await kind.allows(undoing))) throw new ForbiddenError(authRefusals.forbidden);
      return kind.undo(undoing);
    },
  }) as AnyHandler<R>;

/** The answer of an undo that is done: what it left, a sentence each. */
export const undoDone = (left: readonly string[] = []): UndoAnswer => ({
  rows_processed: 1,
  total_rows: 1,
  state: 'finished',
  ...leftListed(left),
});

const leftListed = (left: readonly string[]) => ({ left: left.slice(0, maxLeftListed), left_count: left.length });

/** How the records of an act go back, but for the act itself. */
export type RecordsPlan = Omit<RecordsUndo, 'acts' | 'key' | 'by'>;

/** Of an act whose records go back as they were ({@link undoRecords}). `tell` says what it left, a sentence each. */
export const byRecords =
  <C extends UndoableChange>(
    plan: (undoing: Undoing<C>) => RecordsPlan | Promise<RecordsPlan>,
    tell: (
      left: readonly LeftRecord[],
      undoing: Undoing<C>,
    ) => readonly string[] | Promise<readonly string[]> = () => [],
  ): UndoOfKind<C>['undo'] =>
  async (undoing) => {
    const { acts, act, by } = undoing;
    const left = await undoRecords({ acts, key: act.key, by, ...(await plan(undoing)) });
    return undoDone(await tell(left, undoing));
  };

/** What an inverse act does once. */
interface InverseAct<C extends UndoableChange> {
  /**
   * Writes the inverse, with `undone()` in its transaction. `left` takes what it leaves, a sentence each: before
   * `undone()` a repeat tells it too.
   */
  write: (undoing: Undoing<C> & { left: string[] }) => Promise<ActOutcome | 'refused' | boolean>;
  /**
   * Goes on with what `write` does after its transaction, for an undo that stopped there and is repeated; `left` has
   * what was kept.
   */
  resume?: (undoing: Undoing<C> & { left: string[] }) => Promise<unknown>;
  /** Thrown where it is refused. */
  refusal?: () => Error;
}

/** Of an act with an inverse of its own. */
export const byInverse =
  <C extends UndoableChange>({ write, resume, refusal = changedSinceError }: InverseAct<C>): UndoOfKind<C>['undo'] =>
  async (undoing) => {
    const { acts, act } = undoing;
    const { request } = undoing.by;
    const left: string[] = [];
    const resumed = async ({ undoneLeft = [] }: { undoneLeft?: string[] | undefined }) => {
      left.splice(0, left.length, ...undoneLeft);
      await resume?.({ ...undoing, left });
    };
    if (acts.wasUndone(act, request)) await resumed(act);
    else {
      const outcome = await write({ ...undoing, undone: () => acts.undone(act, request, left), left });
      if (outcome === 'done' || outcome === false || (outcome !== true && isRefused(outcome))) {
        // Of two undos at once the later has read the act before the first marked it.
        const { now } = await readItems({ now: acts.key(act.key) });
        if (!now || !acts.wasUndone(now, request)) throw refusal();
        await resumed(now);
      }
    }
    return undoDone(left);
  };

/** The durable job that undoes a job's act, with the same key. */
interface UndoneByJob<C extends UndoableChange> {
  /** The job that did it, and its key where that is not the act's. */
  of: string;
  keyOf?: (details: C['details']) => string;
  as: JobToBegin;
  /** Why it is refused while the act's job goes on. */
  stillRunning: string;
  /** Called before it begins, or goes on. */
  prepare?: (undoing: Undoing<C>) => Promise<void>;
  input?: (made: JobItem | undefined) => unknown;
  plan: (made: JobItem) => Promise<string[][]>;
  /** Rows for an act that was kept before its job began, where that never did. Without them it cannot be undone. */
  unbegun?: string[][];
  /** What it left, a sentence each; asked once it has ended. */
  left: (job: JobItem) => Promise<readonly string[] | UndoOutcome>;
}

/** Of an act that a durable job did: its undo is a job too, followed by repeating the call. */
export const byJob =
  <C extends UndoableChange>(undo: UndoneByJob<C>): UndoOfKind<C>['undo'] =>
  async (undoing) => {
    const { act, details, by } = undoing;
    const { request } = by;
    const key = undo.keyOf?.(details) ?? act.key;
    const made = await readJob(undo.of, key);
    if (!made && !undo.unbegun) throw nothingToUndoError();
    if (made) await restartJobIfDead(made, request.now);
    if (made?.state === 'running') throw new ConflictError(undo.stillRunning);
    await undo.prepare?.(undoing);
    await forgetVainUndo(undo.as, undoing);
    const plan = async () => (made ? undo.plan(made) : (undo.unbegun ?? []));
    const started = { ...undo.as, key, plan, by };
    const job = await runJob(undo.input ? { ...started, input: undo.input(made) } : started);
    if (act.undoneAt !== undefined && !isRunFollowedBy(job, request.idempotencyKey))
      throw new ConflictError(undoWordings.undoneAlready);
    return progressOfUndo(job, undo.left);
  };

/** Forgets an undo that ended and left everything, where a new request tries again. */
export async function forgetVainUndo<C extends UndoableChange>(
  { name }: Pick<JobToBegin, 'name'>,
  { act, by: { request } }: Pick<Undoing<C>, 'act' | 'by'>,
): Promise<void> {
  if (act.undoneAt !== undefined || act.undoneCounts === undefined) return;
  const earlier = await readJob(name, act.key);
  if (earlier?.state === 'finished' && !isRunFollowedBy(earlier, request.idempotencyKey)) await deleteJob(earlier);
}

/** How far a job has come that undoes an act, with what it left once it has ended. */
export async function progressOfUndo(
  job: JobItem,
  left: (job: JobItem) => Promise<readonly string[] | UndoOutcome>,
): Promise<UndoAnswer> {
  const found = job.state === 'running' ? [] : await left(job);
  return {
    ...toProgress(job),
    ...('left' in found ? { ...leftListed(found.left), undone: found.undone } : leftListed(found)),
  };
}
