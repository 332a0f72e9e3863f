import { termReportsContract } from '#shared/term-reports/contract.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { deleteJob, isRunFollowedBy, readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readLayoutsOfTerm, toKeptLayouts } from '../report-cards/layouts/layout-of-card.ts';
import { isRunUnresumable, listReportRowsByClass } from '../report-cards/posting/report-jobs.ts';
import { printingJobKey } from '../report-cards/print/card-files.ts';

export const startPrintingReportCards = callHandler(termReportsContract.startPrintingReportCards, {
  handle: async ({ input: { two_sided: isTwoSided = false, ...period }, caller, request }) => {
    const key = printingJobKey(period);
    const earlier = await readJob('print-report-cards', key);
    const isOver = earlier?.state === 'finished' || isRunUnresumable(earlier);
    if (earlier && isOver && !isRunFollowedBy(earlier, request.idempotencyKey)) await deleteJob(earlier);
    const job = await runJob({
      name: 'print-report-cards',
      key,
      input: async () => ({ ...period, isTwoSided, layouts: toKeptLayouts(await readLayoutsOfTerm(period.term)) }),
      plan: async () => {
        // A class is one batch: its cards are in one file.
        const classes = (await listReportRowsByClass(period)).filter((rows) => rows.length > 0);
        if (classes.length === 0) throw new ConflictError(termReportWordings.noneRegistered);
        return classes;
      },
      by: { caller, request },
    });
    return toProgress(job);
  },
});
