import { logger } from '#functions/platform/log.ts';
import { runCanaryRound } from './round.ts';

/** A round; one that fails is an error of the function, which the alarm counts. */
export async function handler(): Promise<void> {
  try {
    await runCanaryRound(process.env.ADDRESS ?? '');
  } catch (error) {
    logger.error('canary failed', { look: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}
