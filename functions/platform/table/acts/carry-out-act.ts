import { type Action, type Companion, executeUnguarded, type Guard, keyOf, type Meaning } from '../action.ts';
import { pendingKeyRecord } from '../keyed-request.ts';
import { conditionFailed, executeTransaction, largestTransaction } from './transaction.ts';

/** The parts of one transaction. What its changes mean is declared by their entities (`Declaration`). */
export interface Act {
  changes: readonly Action[];
  /** Conditions on records that the act does not change, by the name under which a refusal tells of them. */
  guards?: Readonly<Record<string, readonly Action[]>> | undefined;
  /** What the act means besides its changes. */
  also?: readonly Meaning[] | undefined;
  /** Why the guards of its entities do not hold for it. */
  unguarded?: string | undefined;
  /** Created by this act alone, so that it proves that the act was done: its audit row, or the record of a job or batch. */
  stamp: Action;
}

/** `refused`: the name of the guard or companion, or `changes`, of which a condition did not hold; `action`: the one that did not. */
export interface ActRefusal {
  refused: string;
  action?: Action;
}

/** `done`: the act was carried out before. */
export type ActOutcome = 'written' | 'done' | ActRefusal;

/** Each further attempt means that another transaction wrote the same copies in between. */
const mostAttempts = 10;

interface Part {
  name: string;
  kind: 'guard' | 'condition' | 'change' | 'companion' | 'key' | 'stamp';
  action: Action;
}

/**
 * Carries out an act in one transaction. The first act of a request also stores its idempotency key (rule 54); where that leaves no room, the key is
 * stored after the act. Where several conditions did not hold, the key decides, then the stamp, then guards of entities, then all others; companions alone
 * are made again.
 * @throws what a guard of an entity throws: ClosedTermError
 * @throws KeyReusedError when another body was stored under the request's key meanwhile
 * @throws TableBusyError and TableAwayError (`retryTransient`)
 */
export async function carryOutAct({ changes, guards = {}, also = [], unguarded, stamp }: Act): Promise<ActOutcome> {
  const meanings = [...also, ...[...changes, stamp].flatMap(({ means }) => means?.() ?? [])];
  const checks = unguarded === undefined ? checksOf(meanings, changes) : [];
  const companions = factsByCompanion(meanings);
  const goingBefore = await writesOf(companions.filter(([{ mayGoBefore = false }]) => mayGoBefore));
  if ('refused' in goingBefore) return goingBefore;
  const named = [
    ...Object.entries(guards).flatMap(([name, of]) => toParts('condition', name, of)),
    ...toParts('change', 'changes', changes),
  ];
  let before = goingBefore.parts;
  for (let attempts = 1; ; attempts += 1) {
    const made = await writesOf(companions.filter(([{ mayGoBefore = false }]) => !mayGoBefore));
    if ('refused' in made) return made;
    const fixed = checks.length + named.length + made.parts.length + 1;
    if (fixed + before.length > largestTransaction) {
      for (const { action } of before) await executeUnguarded(action);
      before = [];
    }
    const key = fixed + before.length < largestTransaction ? pendingKeyRecord() : undefined;
    const parts = [
      ...[...checks.map(({ part }) => part), ...before, ...named, ...made.parts],
      ...toParts('key', 'key', key ? [key.action] : []),
      ...toParts('stamp', 'stamp', [stamp]),
    ];
    const codes = await executeTransaction(parts.map(({ action }) => action));
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

/** Writes companions that may go before their act, for changes that are no act: an erasure removes attributes of many rows, one by one. */
export async function writeCompanionsBefore(meanings: readonly Meaning[]): Promise<void> {
  const made = await writesOf(factsByCompanion(meanings).filter(([{ mayGoBefore = false }]) => mayGoBefore));
  if ('refused' in made) return;
  for (const { action } of made.parts) await executeUnguarded(action);
  for (const written of made.written) written();
}
