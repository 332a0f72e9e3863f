import { currentPeriod } from '../../reference/periods.ts';
import { bringAlong } from './bring-along.ts';

/**
 * Brings along what was left behind by a change of class that stopped on its way: for the request that is repeated. Where nothing was
 * left, it costs two reads.
 */
export const carryOn = async (moved: Omit<Parameters<typeof bringAlong>[0], 'period'>): Promise<void> =>
  bringAlong({ ...moved, period: await currentPeriod() });
