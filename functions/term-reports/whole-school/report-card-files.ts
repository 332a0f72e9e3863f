import { termReportsContract } from '#shared/term-reports/contract.ts';
import { callHandler } from '../../platform/call-handler.ts';
import { readJob, remarksOf, rowsOf } from '../../platform/jobs/store.ts';
import { documentLink } from '../../platform/kept-documents.ts';
import { classOf, studentOf } from '../posting/posting-rows.ts';
import { classFile, printingKey, studentFile } from './card-files.ts';

export const reportCardFiles = callHandler(termReportsContract.reportCardFiles, {
  handle: async ({ input: { class_id: wanted, ...period } }) => {
    const job = await readJob('print-report-cards', printingKey(period));
    if (job?.state !== 'finished') return { printed_at: null, classes: [], students: [], left: [] };
    const [batches, remarks] = await Promise.all([rowsOf(job), remarksOf(job)]);
    const without = new Set(remarks.map(({ row }) => row));
    const printed = batches.flat().filter((row) => !without.has(studentOf(row)));
    const name = (what: string) => `${what} Report Cards ${period.year}-${period.year + 1} Term ${period.term}.pdf`;
    const classes = [...Map.groupBy(printed, classOf)];
    return {
      printed_at: job.endedAt ?? null,
      classes: await Promise.all(
        classes.map(async ([classId, rows]) => ({
          class_id: classId,
          cards: rows.length,
          link: await documentLink(classFile(job.run, classId), name(classId)),
        })),
      ),
      students: await Promise.all(
        printed
          .filter((row) => classOf(row) === wanted)
          .map(async (row) => ({
            student_id: studentOf(row),
            link: await documentLink(studentFile(job.run, classOf(row), studentOf(row)), name(studentOf(row))),
          })),
      ),
      left: remarks.map(({ row, text }) => ({ student_id: row, reason: text })),
    };
  },
});
