import { termReportsContract } from '#shared/term-reports/contract.ts';
import { termReportMessages } from '#shared/term-reports/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { forgetJob, isFollowed, readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isStopped, rowsByClass } from '../report-cards/posting/report-jobs.ts';
import { printingKey } from '../report-cards/print/card-files.ts';

export const printReportCards = callHandler(termReportsContract.printReportCards, {
  handle: async ({ input: { two_sided: isTwoSided = false, ...period }, caller, request }) => {
    const key = printingKey(period);
    const earlier = await readJob('print-report-cards', key);
    const isOver = earlier?.state === 'finished' || isStopped(earlier);
    if (earlier && isOver && !isFollowed(earlier, request.idempotencyKey)) await forgetJob(earlier);
    const job = await runJob({
      name: 'print-report-cards',
      key,
      input: { ...period, isTwoSided },
      plan: async () => {
        // A class is one batch: its cards are in one file.
        const classes = (await rowsByClass(period)).filter((rows) => rows.length > 0);
        if (classes.length === 0) throw new ConflictError(termReportMessages.noneRegistered);
        return classes;
      },
      caller,
      request,
    });
    return toProgress(job);
  },
});
