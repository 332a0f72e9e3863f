import { type CellName, cellKey, type Entry } from './entries.ts';
import type { Values } from './screen.ts';

/** What the hands put into one cell, with what they saw there when they began. */
export interface Seen extends Entry {
  seen: string;
  /** When the cell was left, in milliseconds. */
  at: number;
  /** The tab of the browser that it was typed in, by its place among all. */
  tab: number;
}

/** What the hands decided about a conflict, in its place among their entries. */
export interface Decision extends CellName {
  kept: 'mine' | 'theirs';
}

/** One stored change of one cell. */
export interface Change extends CellName {
  accountId: string;
  before: string;
  after: string;
}

export interface Evidence {
  /** What the table held when the hands began, and holds now. */
  before: Values;
  after: Values;
  /** Every change in between, in order. */
  trail: readonly Change[];
  entries: readonly Seen[];
  foreign: readonly (CellName & { value: string })[];
  decisions: readonly Decision[];
  accountId: string;
}

/**
 * Every cell that is not as it must be, a sentence each, and what is known of it. None: everything typed is where it
 * belongs, and nothing else.
 */
export function wrongCells(evidence: Evidence): string[] {
  const { before, after } = evidence;
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const wrong = wrongCell(key, evidence);
    return wrong.length > 0 ? [...wrong, knownOf(key, evidence)] : wrong;
  });
}

function knownOf(key: string, { before, trail, entries, foreign, decisions }: Evidence): string {
  const isHere = (cell: CellName) => cellKey(cell) === key;
  const parts = {
    'held first': [before.get(key) ?? ''],
    typed: entries
      .filter(isHere)
      .map(({ typed, seen, at, isPassing }) => `“${typed}” over “${seen}” at ${at}${isPassing ? ', in passing' : ''}`),
    stored: trail.filter(isHere).map((change) => `${change.before} → ${change.after} by ${change.accountId}`),
    'others wrote': foreign.filter(isHere).map(({ value }) => value),
    chosen: decisions.filter(isHere).map(({ kept }) => kept),
  };
  return Object.entries(parts)
    .map(([name, values]) => `  ${name}: ${values.join('; ') || 'nothing'}`)
    .join('\n');
}

function wrongCell(key: string, { before, after, trail, entries, foreign, decisions, accountId }: Evidence): string[] {
  const [row = '', ...rest] = key.split(' ');
  const column = rest.join(' ');
  const isHere = (cell: CellName) => cell.row === row && cell.column === column;
  const own = entries.filter((entry) => isHere(entry) && entry.reading.kept !== null);
  const theirs = new Set(foreign.filter(isHere).map(({ value }) => value));
  const decided = decisions.filter(isHere);
  const changes = inOrder(
    before.get(key) ?? '',
    trail.filter((change) => change.row === row && change.column === column),
  );
  const now = after.get(key) ?? '';
  const wrong: string[] = [];
  const say = (text: string) => void wrong.push(`${key}: ${text}`);

  if (!changes)
    say(`the trail has a gap: ${JSON.stringify(trail.filter((one) => one.row === row && one.column === column))}`);
  const told = changes ?? [];
  if (changes && (told.at(-1)?.after ?? before.get(key) ?? '') !== now)
    say(`holds ${now}, of which the trail knows nothing`);

  let at = 0;
  let isLastOwn = false;
  let lastForeign: string | null = null;
  for (const change of told) {
    const isOwnValue = own.some(({ reading }) => reading.kept === change.after);
    const isForeign = change.accountId !== accountId || (!isOwnValue && theirs.has(change.after));
    isLastOwn = !isForeign;
    if (isForeign) {
      if (!theirs.has(change.after)) say(`${change.after} was stored, which nobody wrote`);
      lastForeign = change.after;
      continue;
    }
    const next = own.findIndex(({ reading }, index) => index >= at && reading.kept === change.after);
    if (next < 0) {
      say(
        isOwnValue
          ? `${change.after} was stored again, over a newer value`
          : `${change.after} was stored, which the hands did not type`,
      );
      continue;
    }
    if (lastForeign === change.before && lastForeign !== null) {
      const isSeen = own
        .slice(next)
        .some(({ reading, seen }) => reading.kept === change.after && seen.includes(change.before));
      const isChosen = decided.some(({ kept }) => kept === 'mine');
      if (!isSeen && !isChosen)
        say(`${change.before} of somebody else was written over with ${change.after}, and the hands never saw it`);
    }
    at = next;
  }

  const last = own.findLast(({ isPassing }) => !isPassing);
  if (!last) {
    if (isLastOwn && !own.some(({ isPassing }) => isPassing)) say(`holds ${now}, which the hands did not type`);
    return wrong;
  }
  const kept = last.reading.kept;
  if (now === kept) return wrong;
  const wasStored =
    told.some((change) => change.accountId === accountId && change.after === kept) &&
    own.indexOf(last) <= lastIndex(own, at);
  const wasGivenUp = decided.some((decision) => decision.kept === 'theirs');
  const wasNoChange = last.seen.trim() === kept;
  if (!isLastOwn && told.length > 0 && theirs.has(now) && (wasStored || wasGivenUp || wasNoChange)) return wrong;
  const isOfOtherTab = own.some(({ tab, reading }) => tab !== last.tab && reading.kept === now);
  if (isLastOwn && isOfOtherTab && wasGivenUp) return wrong;
  say(`holds “${now}”, and “${kept}” was typed last (${last.typed})`);
  return wrong;
}

/** The last entry with the value of the one at an index: the same value twice is stored once. */
const lastIndex = (own: readonly Seen[], index: number): number =>
  own.findLastIndex(({ reading }) => reading.kept === own[index]?.reading.kept);

/** The changes of a cell one after the other, each from what the one before left; null where that cannot be. */
function inOrder(start: string, changes: readonly Change[]): Change[] | null {
  const left = [...changes];
  const ordered: Change[] = [];
  for (let value = start; left.length > 0; ) {
    // Those of one millisecond may be in either order.
    const next = left.findIndex((change, index) => index < 4 && change.before === value);
    if (next < 0) return null;
    const [change] = left.splice(next, 1) as [Change];
    ordered.push(change);
    value = change.after;
  }
  return ordered;
}
