import type { Random } from '../../../local/demo-school/random.ts';
import type { CellName } from './entries.ts';
import { networkConditions, type Step } from './steps.ts';

const chances = { weather: 3, fine: 2, rival: 3, tab: 0.6, answer: 1, expire: 1, signIn: 1, reload: 0.6, pause: 1 };

/** Puts what the world does in the middle of what the hands do since `from`, not between. */
export function insertWorldEvents(
  steps: Step[],
  { from, random, rivalCell }: { from: number; random: Random; rivalCell: () => CellName },
): void {
  const doings: Readonly<Record<keyof typeof chances, () => Step>> = {
    weather: () => ({
      do: 'weather',
      weather: random.pick(networkConditions),
    }),
    fine: () => ({ do: 'weather', weather: 'fine' }),
    rival: () => ({ do: 'rival', cell: rivalCell(), value: foreignValue(random, 7) }),
    tab: () => ({ do: 'other tab', cell: rivalCell(), value: foreignValue(random, 3) }),
    answer: () => ({ do: 'answer', keep: random.pick(['mine', 'theirs']) }),
    expire: () => ({ do: 'expire' }),
    signIn: () => ({ do: 'sign in' }),
    reload: () => ({ do: 'reload' }),
    pause: () => ({ do: 'pause', wait: random.int(300, 1500) }),
  };
  for (let doing = random.int(0, 2); doing > 0; doing -= 1) {
    const step = doings[random.weighted(chances)]();
    steps.splice(random.int(Math.min(from + 1, steps.length), steps.length), 0, step);
  }
}

/** Milliseconds between keys: most people are quick, some search for each. */
export const millisecondsBetweenKeys = (speed: number, random: Random): number =>
  Math.round(speed * (0.7 + 0.6 * random.next()));

/** The keys of a text, some of them mistyped and taken back. */
export const toKeysWithTypos = (random: Random, text: string): string[] =>
  [...text].flatMap((key) => (random.chance(0.08) ? [random.pick([...'0o4.xq']), 'Backspace', key] : [key]));

/**
 * The digits that the hands type: those of other people's values are not among them, so that a value tells who wrote
 * it.
 */
export const ownDigits = '0124568';

export const replaceForeignDigits = (random: Random, text: string): string =>
  text.replace(/[379]/g, () => random.pick([...ownDigits]));

/** A value that the hands never type, nor any clamping leaves. */
export const foreignValue = (random: Random, digit: 3 | 7): string => String(10 * random.int(0, 1) + digit);
