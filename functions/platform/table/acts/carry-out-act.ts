import { type Action, type Companion, executeUnguarded, type Guard, keyOf, type Meaning } from '../action.ts';
import type { All } from '../expression.ts';
import { pendingKeyRecord } from '../keyed-request.ts';
import { conditionFailed, executeTransaction, largestBytes, largestTransaction } from './transaction.ts';

/** The parts of one transaction. What its changes mean is declared by their entities (`Declaration`). */
export interface Act {
  changes: readonly Action[];
  /**
   * What the act depends on, by the name under which a refusal tells of it: conditions, and writes that go with them.
   */
  guards?: Readonly<Record<string, readonly Action[]>> | undefined;
  /** What the act means besides its changes. */
  also?: readonly Meaning[] | undefined;
  /** Why the guards of its entities do not hold for it. */
  unguarded?: string | undefined;
  /**
   * Created by this act alone, so that each proves that the act was done: its audit rows, or the record of a job or
   * batch.
   */
  stamp: Action | readonly Action[];
}

/**
 * `refused`: the name of the guard or companion, or `changes`, of which a condition did not hold; `action`: the one
 * that did not.
 */
export interface ActRefusal {
  refused: string;
  action?: Action;
}

/** `done`: the act was carried out before. */
export type ActOutcome = 'written' | 'done' | ActRefusal;

/** Whether a condition of an act did not hold, so that it is to be decided again. */
export const isRefused = (outcome: unknown): outcome is 'refused' | ActRefusal =>
  outcome === 'refused' || (typeof outcome === 'object' && outcome !== null && 'refused' in outcome);

/** Each further attempt means that another transaction wrote the same copies in between. */
const mostAttempts = 10;

interface Part {
  name: string;
  kind: 'guard' | 'condition' | 'change' | 'companion' | 'key' | 'stamp';
  action: Action;
  /** What the conditions ask that are joined to it, and the action with them. */
  asked?: All<object>;
  joined?: Action | undefined;
  /** The condition that cannot hold beside what the change itself asks. */
  contradicts?: string;
}

/**
 * Carries out an act in one transaction. The first act of a request also stores its idempotency key (rule 54); where
 * that leaves no room, the key is stored after the act. Where several conditions did not hold, the key decides, then
 * the stamp, then guards of entities, then all others; companions alone are made again.
 * @throws what a guard of an entity throws: ClosedTermError
 * @throws KeyReusedError when another body was stored under the request's key meanwhile
 * @throws TableBusyError and TableAwayError (`retryTransient`)
 */
export async function carryOutAct({ changes, guards = {}, also = [], unguarded, stamp }: Act): Promise<ActOutcome> {
  const stamps = [stamp].flat();
  const meanings = meaningsOf({ changes, guards, also, stamp });
  const checks = unguarded === undefined ? checksOf(meanings, changes) : [];
  const companions = factsByCompanion(meanings);
  const goingBefore = await writesOf(companions.filter(([{ canGoBefore = false }]) => canGoBefore));
  if ('refused' in goingBefore) return goingBefore;
  const named = joinedParts(guards, changes);
  const contradicted = named.find(({ contradicts }) => contradicts !== undefined);
  if (contradicted?.contradicts !== undefined)
    return { refused: contradicted.contradicts, action: contradicted.action };
  let before = goingBefore.parts;
  for (let attempts = 1; ; attempts += 1) {
    const made = await writesOf(companions.filter(([{ canGoBefore = false }]) => !canGoBefore));
    if ('refused' in made) return made;
    const fixed = checks.length + named.length + made.parts.length + stamps.length;
    if (fixed + before.length > largestTransaction) {
      for (const { action } of before) await executeUnguarded(action);
      before = [];
    }
    const key = fixed + before.length < largestTransaction ? pendingKeyRecord() : undefined;
    const parts = [
      ...[...checks.map(({ part }) => part), ...before, ...named, ...made.parts],
      ...toParts('key', 'key', key ? [key.action] : []),
      ...toParts('stamp', 'stamp', stamps),
    ];
    const codes = await executeTransaction(parts.map(({ action, joined }) => joined ?? action));
    if (!codes) {
      key?.written();
      for (const written of [...goingBefore.written, ...made.written]) written();
      return 'written';
    }
    const failed = parts.filter((_, place) => codes[place] === conditionFailed);
    if (key && failed.some(({ kind }) => kind === 'key')) {
      // Stored meanwhile: once more, without it.
      await key.found();
      continue;
    }
    if (failed.some(({ kind }) => kind === 'stamp')) return 'done';
    const closed = checks.find(({ part }) => failed.includes(part));
    if (closed) throw await closed.guard.refusal(closed.facts);
    const decisive = failed.find(({ kind }) => kind !== 'companion');
    // Somebody else's transaction was first in writing what follows: with that, once more.
    if (!decisive && attempts < mostAttempts) continue;
    const refusing = decisive ?? failed[0];
    return { refused: refusing?.name ?? 'changes', ...(refusing && { action: refusing.action }) };
  }
}

function meaningsOf({ changes, guards = {}, also = [], stamp }: Act): Meaning[] {
  const actions = [...Object.values(guards).flat(), ...changes, ...[stamp].flat()];
  return [...also, ...actions.flatMap(({ means }) => means?.() ?? [])];
}

/**
 * Whether an act fits into a transaction: actions, at most, with those of its guards and companions and the record of
 * its request's key, and bytes. Companions that may go before it need no room.
 */
export function hasRoomForAct(act: Act): boolean {
  const { changes, guards = {}, unguarded, stamp } = act;
  const meanings = meaningsOf(act);
  const checks = unguarded === undefined ? checksOf(meanings, changes).map(({ part }) => part) : [];
  const parts = [...checks, ...joinedParts(guards, changes), ...toParts('stamp', 'stamp', [stamp].flat())];
  const following = factsByCompanion(meanings).reduce(
    (sum, [{ canGoBefore = false, most }, facts]) => (canGoBefore ? sum : sum + most(facts)),
    0,
  );
  const bytes = Buffer.byteLength(JSON.stringify(parts.map(({ action, joined }) => joined ?? action)));
  return parts.length + following < largestTransaction && bytes < largestBytes;
}

/**
 * Several acts as one, of which each keeps its stamps. @throws where the guards of entities do not hold for one of them
 */
export function actOfAll(acts: readonly Act[]): Act {
  if (acts.some(({ unguarded }) => unguarded !== undefined)) throw new Error('An act without guards is alone');
  const names = new Set(acts.flatMap(({ guards = {} }) => Object.keys(guards)));
  return {
    changes: acts.flatMap(({ changes }) => changes),
    guards: Object.fromEntries(Array.from(names, (name) => [name, acts.flatMap(({ guards }) => guards?.[name] ?? [])])),
    also: acts.flatMap(({ also = [] }) => also),
    stamp: acts.flatMap(({ stamp }) => stamp),
  };
}

/**
 * Steps in groups, each with as many as fit into one act; a step that is too large for itself is a group of its own.
 */
export function groupIntoActs<Step>(steps: readonly Step[], actOf: (some: readonly Step[]) => Act): Step[][] {
  const groups: Step[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (last && hasRoomForAct(actOf([...last, step]))) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

/** Conditions and changes. A condition on a record that the act changes is joined to that change. */
function joinedParts(guards: NonNullable<Act['guards']>, changes: readonly Action[]): Part[] {
  const changed = toParts('change', 'changes', changes);
  const conditions = Object.entries(guards).flatMap(([name, of]) => toParts('condition', name, of));
  const apart = conditions.filter(({ name, action: { ConditionCheck, asks } }) => {
    const key = JSON.stringify(ConditionCheck?.Key);
    const same = changed.find(({ action }) => key !== undefined && JSON.stringify(keyOf(action)) === key);
    if (!same) return true;
    if (!asks || !same.action.asking) throw new Error(`${key} is changed and checked in one act`);
    same.asked = { ...same.asked, ...asks };
    same.joined = same.action.asking(same.asked);
    if (!same.joined) same.contradicts = name;
    return false;
  });
  return [...apart, ...changed];
}

const toParts = (kind: Part['kind'], name: string, actions: readonly Action[]): Part[] =>
  actions.map((action) => ({ kind, name, action }));

/** One condition for each guard that the meanings name. */
function checksOf(meanings: readonly Meaning[], changes: readonly Action[]) {
  const guarded = Map.groupBy(
    meanings.flatMap(({ of, fact }) => ('guard' in of ? [{ guard: of.guard, fact }] : [])),
    ({ guard }) => guard,
  );
  const first = changes.map(keyOf).find((key) => key !== undefined);
  return Array.from(guarded, ([guard, all]: [Guard<unknown>, { fact: unknown }[]]) => {
    const facts = all.map(({ fact }) => fact);
    const action = guard.check(facts, first ? `${first.pk}${first.sk}` : '');
    return { guard, facts, part: { name: guard.name, kind: 'guard', action } satisfies Part as Part };
  });
}

function factsByCompanion(meanings: readonly Meaning[]): [Companion<unknown>, unknown[]][] {
  const followed = Map.groupBy(
    meanings.flatMap(({ of, fact }) => ('companion' in of ? [{ companion: of.companion, fact }] : [])),
    ({ companion }) => companion,
  );
  return Array.from(followed, ([companion, all]) => [companion, all.map(({ fact }) => fact)]);
}

/** The writes of companions. A refusal names the companion. */
async function writesOf(
  companions: readonly [Companion<unknown>, unknown[]][],
): Promise<{ parts: Part[]; written: (() => void)[] } | ActRefusal> {
  const made = await Promise.all(
    companions.map(async ([companion, facts]) => ({ companion, writes: await companion.write(facts) })),
  );
  const parts: Part[] = [];
  const written: (() => void)[] = [];
  for (const { companion, writes } of made) {
    if (writes === 'refused') return { refused: companion.name };
    parts.push(...toParts('companion', companion.name, writes.actions));
    if (writes.written) written.push(writes.written);
  }
  return { parts, written };
}

/**
 * Writes companions that may go before their act, for changes that are no act: an erasure removes attributes of many
 * rows, one by one.
 */
export async function writeCompanionsBefore(meanings: readonly Meaning[]): Promise<void> {
  const made = await writesOf(factsByCompanion(meanings).filter(([{ canGoBefore = false }]) => canGoBefore));
  if ('refused' in made) return;
  for (const { action } of made.parts) await executeUnguarded(action);
  for (const written of made.written) written();
}
