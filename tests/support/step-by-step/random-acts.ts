import { randomUUID } from 'node:crypto';
import type { CallRow } from '#shared/http/contract.ts';
import type { TestClient } from '../callers/client.ts';
import { createSeededRandom } from '../samples/random-numbers.ts';
import { password } from '../school/small-school.ts';
import { killAtWrite } from './kill-at-write.ts';

/**
 * Random calls of people of the small school, the same in each run for the same seed. In three of ten the process dies
 * at one of its first writes; half of those people try again under the same idempotency key. Where a session has ended,
 * its owner signs in again.
 * @param people by user name
 */
export function createRandomActs<Name extends string>(seed: number, people: Readonly<Record<Name, TestClient>>) {
  const random = createSeededRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  /** Keys of acts that can be undone, with the call that did them. */
  const undos: { row: CallRow; key: string }[] = [];
  /** How many calls of each path had each status. */
  const answers: Record<string, number> = {};

  async function call(name: Name, { row, input, key }: { row: CallRow; input: object; key: string }): Promise<void> {
    const client = people[name];
    const send = () => client.call(row, input as never, { 'Idempotency-Key': key });
    let { status, body } = await send();
    if (status === 401) {
      await client.signIn(name, password);
      ({ status, body } = await send());
    }
    const { undo } = (body ?? {}) as { undo?: string };
    if (status === 200 && undo) undos.push({ row, key: undo });
    answers[`${row.path} ${status}`] = (answers[`${row.path} ${status}`] ?? 0) + 1;
  }

  return {
    random,
    below,
    oneOf,
    undos,
    answers,
    /** Carries out an act of somebody, or dies in the middle of it. */
    async tryCall(name: Name, row: CallRow, input: object): Promise<void> {
      const play = () => call(name, { row, input, key });
      const key = randomUUID();
      if (random() < 0.7) return play();
      await killAtWrite({ index: 1 + below(3), isWritten: random() < 0.5 }, play);
      if (random() < 0.5) await play();
    },
    /** Takes one of the acts that can be undone. */
    takeUndo: () => undos.splice(below(undos.length), 1)[0],
  };
}
