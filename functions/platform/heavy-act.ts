import { logger } from './log.ts';

/**
 * A line about a heavy act that was done, for the operators: one alarm mails each school's (rule 53). Neither names nor
 * numbers: the office log has them.
 * @param act such as `post-term-reports`
 */
export const logHeavyAct = (act: string, { accountId }: { accountId: string }): void =>
  logger.warn('heavy act', { act, account: accountId });
