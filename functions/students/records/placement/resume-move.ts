import { currentPeriod } from '../../../school/records/periods.ts';
import { moveRemaining } from './move-remaining.ts';

/**
 * Brings along what was left behind by a change of class that stopped on its way: for the request that is repeated. Where nothing was
 * left, it costs two reads.
 */
export const resumeMove = async (moved: Omit<Parameters<typeof moveRemaining>[0], 'period'>): Promise<void> =>
  moveRemaining({ ...moved, period: await currentPeriod() });
