import type { Random } from '../../../local/demo-school/random.ts';
import type { CellName } from './entries.ts';
import { type Step, weathers } from './steps.ts';
import { foreignValue } from './typing/typing-habits.ts';

const chances = { weather: 3, fine: 2, rival: 3, tab: 0.6, answer: 1, expire: 1, signIn: 1, reload: 0.6, pause: 1 };

/** Puts what the world does in the middle of what the hands do since `from`, not between. */
export function doingsIn(
  steps: Step[],
  { from, random, rivalCell }: { from: number; random: Random; rivalCell: () => CellName },
): void {
  const doings: Readonly<Record<keyof typeof chances, () => Step>> = {
    weather: () => ({
      do: 'weather',
      weather: random.pick(weathers),
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
