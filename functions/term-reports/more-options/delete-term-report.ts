import { termTitle } from '#shared/school/academic-year.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { termReportFields } from '#shared/term-reports/fields.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { listSubjectRecordsOfStudent } from '../../marks/records/subject-record.ts';
import {
  ClassTermRegistrationEntity,
  TermReportEntity,
  termReportAuditSubject,
  termReportKey,
} from '../../marks/records/term-report.ts';
import { ConflictError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import { isChangeDone } from '../../platform/table/audit.ts';
import { studentKey, studentName } from '../../students/records/store.ts';
import { noSuchReportError } from '../report-access.ts';
import { undoableTermReportActs } from './report-acts.ts';

export const deleteTermReport = callHandler(termReportsContract.deleteTermReport, {
  prefetch: (input) => ({
    report: termReportKey({ studentId: input.student_id, year: input.year, term: input.term }),
    student: studentKey(input.student_id),
  }),
  handle: async ({ input, caller, found, request }) => {
    const key = { studentId: input.student_id, year: input.year, term: input.term };
    const answer = { student_id: key.studentId, undo: request.idempotencyKey };
    const { report } = found;
    if (!report) {
      if (await isChangeDone(termReportAuditSubject(key), request.idempotencyKey)) return answer;
      throw noSuchReportError(caller);
    }
    const records = await listSubjectRecordsOfStudent(key);
    if (records.length > 0) throw new ConflictError(termReportWordings.hasSubjectRecords);
    const { year, term } = key;
    const outcome = await commit({
      by: { caller, request },
      changes: [
        // The condition keeps the copy for the undo equal to what is deleted.
        TermReportEntity.deleted(report, [...Object.values(termReportFields).map(({ name }) => name), 'classId']),
        ClassTermRegistrationEntity.upsert(
          { year, term, classId: report.classId },
          { removeFrom: { studentIds: [key.studentId] } },
        ),
      ],
      undo: undoableTermReportActs.keep({
        change: { kind: 'term report deleted', details: { ...key, classId: report.classId } },
        what: `Report of ${studentName(found.student, key.studentId)} deleted (${termTitle({ year, term })})`,
        of: [TermReportEntity],
      }),
      trail: { subject: termReportAuditSubject(key), changes: [{ field: 'report', before: report, after: null }] },
    });
    if (isRefused(outcome)) throw new ConflictError(termReportWordings.recordBusy);
    return answer;
  },
});
