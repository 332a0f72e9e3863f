import { termReportsContract } from '#shared/term-reports/contract.ts';
import { signDocumentLink } from '../../platform/files/kept-documents.ts';
import { restartJobIfDead, toRunStatus } from '../../platform/jobs/run-job.ts';
import { readBatches, readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readSessionCookie } from '../../platform/requests/cookies.ts';
import { readStudentNames } from '../../students/records/store.ts';
import { classOfRow, studentOfRow } from '../report-cards/posting/report-jobs.ts';
import {
  cardsFileName,
  classCardsFileKey,
  printingJobKey,
  schoolCardsFileKey,
} from '../report-cards/print/card-files.ts';

export const listReportCardFiles = callHandler(termReportsContract.listReportCardFiles, {
  handle: async ({ input: { class_id: wanted, ...period }, request }) => {
    const job = await readJob('print-report-cards', printingJobKey(period));
    if (!job) return { run: null, school_link: null, classes: [], students: [], left: [] };
    await restartJobIfDead(job, request.now);
    const done = (await readBatches(job)).slice(0, job.next);
    const remarks = done.flatMap((batch) => batch.remarks);
    const without = new Set(remarks.map(({ row }) => row));
    const rows = done.flatMap((batch) => batch.rows);
    const printed = Map.groupBy(
      rows.filter((row) => !without.has(studentOfRow(row))),
      classOfRow,
    );
    const ofWanted = (wanted === undefined ? undefined : printed.get(wanted)) ?? [];
    const classOfStudent = new Map(rows.map((row) => [studentOfRow(row), classOfRow(row)]));
    const names = await readStudentNames([...without, ...ofWanted.map(studentOfRow)]);
    const named = (studentId: string) => ({ student_id: studentId, name: names.get(studentId) ?? studentId });
    const session = readSessionCookie(request);
    const pdf = (what: string) => ({ name: `${cardsFileName(what, period)}.pdf`, type: 'application/pdf', session });
    return {
      run: toRunStatus(job),
      school_link:
        job.state === 'finished' && printed.size > 0
          ? await signDocumentLink(schoolCardsFileKey(job.run), {
              name: `${cardsFileName('School', period)}.zip`,
              type: 'application/zip',
              session,
            })
          : null,
      classes: await Promise.all(
        [...printed].map(async ([classId, cards]) => ({
          class_id: classId,
          cards: cards.length,
          link: await signDocumentLink(classCardsFileKey(job.run, classId), pdf(classId)),
        })),
      ),
      students: ofWanted.map((row) => named(studentOfRow(row))).sort((a, b) => a.name.localeCompare(b.name)),
      left: remarks
        .map(({ row, text }) => ({ ...named(row), class_id: classOfStudent.get(row) ?? '', reason: text }))
        .sort((a, b) => a.class_id.localeCompare(b.class_id) || a.name.localeCompare(b.name)),
    };
  },
});
