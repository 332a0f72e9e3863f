import type { Output } from '#shared/http/contract.ts';
import type { termsContract } from '#shared/school/contract.ts';

/** What a year would take over, or took over. */
export type TakeOver = Output<typeof termsContract.takeOverStatus>;
