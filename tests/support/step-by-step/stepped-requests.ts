import { AsyncLocalStorage } from 'node:async_hooks';
import { hookTable, type TableCall } from './table-requests.ts';

interface Waiting {
  actor: number;
  pass: () => Promise<void>;
}

/** The event loop has nothing left to do that a request to the table does not wait for. */
const settled = async () => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/**
 * Carries out acts side by side, one request to the table at a time: `choose` says whose request goes next, given the
 * numbers of the acts that wait with one. So each way in which their reads and writes can fall between one another can
 * be brought about, and brought about again.
 */
export async function interleave<T>(
  acts: readonly (() => Promise<T>)[],
  choose: (waiting: readonly number[]) => number,
): Promise<PromiseSettledResult<T>[]> {
  const actors = new AsyncLocalStorage<number>();
  let waiting: Waiting[] = [];
  const hold = ({ send }: TableCall): Promise<unknown> => {
    const actor = actors.getStore();
    if (actor === undefined) return send();
    return new Promise((resolve, reject) => {
      const pass = async () => {
        const sent = send();
        sent.then(resolve, reject);
        await sent.catch(() => undefined);
      };
      waiting.push({ actor, pass });
    });
  };
  return hookTable(hold, async () => {
    let left = acts.length;
    const results = Promise.allSettled(
      acts.map((act, index) =>
        actors.run(index, act).finally(() => {
          left -= 1;
        }),
      ),
    );
    while (left > 0) {
      await settled();
      const actorsWaiting = [...new Set(waiting.map(({ actor }) => actor))].sort();
      if (actorsWaiting.length === 0) {
        // A module is being loaded, or somebody pauses before trying again.
        await new Promise((resolve) => setTimeout(resolve, 1));
        continue;
      }
      const chosen = choose(actorsWaiting);
      // What an act asks side by side goes together: only acts are interleaved.
      const going = waiting.filter(({ actor }) => actor === chosen);
      waiting = waiting.filter(({ actor }) => actor !== chosen);
      await Promise.all(going.map(({ pass }) => pass()));
    }
    return results;
  });
}

/** For two acts: the second one falls in after `before` requests of the first. */
export function startSecondActAfter(before: number): (waiting: readonly number[]) => number {
  let passed = 0;
  return (waiting) => {
    if (!waiting.includes(0) || (passed >= before && waiting.includes(1))) return 1;
    passed += 1;
    return 0;
  };
}
