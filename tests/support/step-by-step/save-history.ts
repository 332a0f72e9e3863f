/** One save that was answered. Every save of a cell has a value of its own. */
export interface AnsweredSave {
  cell: string;
  /** What its sender saw in the cell, and put another value in place of. */
  was: string | null;
  value: string;
  /** False: the answer was no. */
  isAcknowledged: boolean;
}

export interface HistoryFaults {
  /** Acknowledged saves that somebody overwrote without having seen them, or that never took effect. */
  lost: string[];
  /** Saves that took effect more than once, or although they were refused. */
  twice: string[];
}

/**
 * Judges a history by what clients saw: in a register that loses nothing, the acknowledged saves of a cell form one
 * chain from what was there before (blank, where that is not said) to what is stored in the end, each seeing the one
 * before it. `effects` are all values that were ever stored, with repetitions.
 */
export function findHistoryFaults({
  saves,
  before = new Map(),
  stored,
  effects,
}: {
  saves: readonly AnsweredSave[];
  before?: ReadonlyMap<string, string | null>;
  stored: ReadonlyMap<string, string | null>;
  effects: readonly { cell: string; value: string }[];
}): HistoryFaults {
  const name = ({ cell, value }: { cell: string; value: string }) => `${cell}: ${value}`;
  const lost: string[] = [];
  const acknowledged = new Set(saves.filter(({ isAcknowledged }) => isAcknowledged).map(name));
  for (const [cell, ofCell] of Map.groupBy(saves, (save) => save.cell)) {
    const after = new Map<string | null, AnsweredSave[]>();
    for (const save of ofCell.filter(({ isAcknowledged }) => isAcknowledged)) {
      after.set(save.was, [...(after.get(save.was) ?? []), save]);
    }
    const chain = chainThrough(after, before.get(cell) ?? null);
    for (const save of [...after.values()].flat()) if (!chain.includes(save)) lost.push(name(save));
    const last = chain.at(-1);
    if (last && last.value !== (stored.get(cell) ?? null)) lost.push(name(last));
  }
  const counted = Map.groupBy(effects, name);
  const withoutEffect = [...acknowledged].filter((save) => !counted.has(save) && !lost.includes(save));
  return {
    lost: [...lost, ...withoutEffect],
    twice: [...counted]
      .filter(([effect, all]) => all.length > 1 || !acknowledged.has(effect))
      .map(([effect]) => effect),
  };
}

/**
 * A way from the start through saves that each saw the one before; where two saw the same, the one with the most after
 * it.
 */
function chainThrough(after: ReadonlyMap<string | null, AnsweredSave[]>, start: string | null): AnsweredSave[] {
  const passed = new Set<AnsweredSave>();
  const from = (value: string | null): AnsweredSave[] => {
    let longest: AnsweredSave[] = [];
    for (const save of after.get(value) ?? []) {
      if (passed.has(save)) continue;
      passed.add(save);
      const way = [save, ...from(save.value)];
      if (way.length > longest.length) longest = way;
    }
    return longest;
  };
  return from(start);
}
