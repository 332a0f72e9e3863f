import { setTimeout as sleep } from 'node:timers/promises';
import type { SchoolUnderTest } from './school-control.ts';

/** Faults, in this order, repeated; each lasts some seconds, with a pause after it. */
const faults = ['killed', 'slow', 'throttled', 'clock ahead', 'browser killed', 'clock behind'] as const;
export type Fault = (typeof faults)[number];

export interface FaultInjection {
  school: SchoolUnderTest;
  killBrowser: () => Promise<void>;
  isOver: () => boolean;
  isQuiet: () => boolean;
  tell: (line: string) => void;
}

/** Disturbs the school until the soak is over. Gives how often each fault happened. */
export async function injectFaults({
  school,
  killBrowser,
  isOver,
  isQuiet,
  tell,
}: FaultInjection): Promise<Map<Fault, number>> {
  const happened = new Map<Fault, number>();
  for (let turn = 0; !isOver(); turn += 1) {
    await sleep(8000);
    if (isOver() || isQuiet()) continue;
    const fault = faults[turn % faults.length] ?? 'slow';
    tell(fault);
    await carryOut(fault, { school, killBrowser });
    happened.set(fault, (happened.get(fault) ?? 0) + 1);
  }
  return happened;
}

function carryOut(
  fault: Fault,
  { school, killBrowser }: Pick<FaultInjection, 'school' | 'killBrowser'>,
): Promise<unknown> {
  switch (fault) {
    case 'killed':
      return school.killEmulator(1500);
    case 'browser killed':
      return killBrowser();
    case 'clock ahead':
      return school.ask({ what: 'clock', by: 90_000, milliseconds: 6000 });
    case 'clock behind':
      return school.ask({ what: 'clock', by: -90_000, milliseconds: 6000 });
    default:
      return school.ask({ what: fault, milliseconds: 6000 });
  }
}
