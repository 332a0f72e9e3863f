import { termTitle } from '#shared/school/academic-year.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { removeRecord } from '../../marks/records/remove-record.ts';
import { subjectRecordAuditSubject, subjectRecordKey } from '../../marks/records/subject-record.ts';
import { termReportKey } from '../../marks/records/term-report.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { isChangeDone } from '../../platform/table/audit.ts';
import { studentKey, studentName } from '../../students/records/store.ts';
import { subjectKey } from '../../subjects/records/store.ts';
import { undoableTermReportActs } from '../more-options/report-acts.ts';
import { noSuchReportError, postKeysOfNamedClass, reportPermissions, requirePartPermission } from '../report-access.ts';

export const deleteSubjectRecord = callHandler(termReportsContract.deleteSubjectRecord, {
  prefetch: (input, accountId) => {
    const key = { studentId: input.student_id, year: input.year, term: input.term };
    return {
      report: termReportKey(key),
      record: subjectRecordKey({ ...key, subjectId: input.subject_id }),
      posts: postKeysOfNamedClass(input, accountId),
      student: studentKey(input.student_id),
      subject: subjectKey(input.subject_id),
    };
  },
  handle: async ({ input, caller, found, request }) => {
    const { report, record } = found;
    const { student_id: studentId, subject_id: subjectId, year, term } = input;
    const key = { studentId, year, term, subjectId };
    const place = report ?? record;
    if (!place) throw noSuchReportError(caller);
    const { classId } = place;
    requirePartPermission(
      await reportPermissions({ caller, classId, year, named: input.class_id, found: found.posts }),
      'subjectRows',
    );
    const answer = { student_id: studentId, subject_id: subjectId, undo: request.idempotencyKey };
    const isListed = report?.subjectIds?.includes(subjectId) ?? false;
    if (!record && !isListed) {
      if (await isChangeDone(subjectRecordAuditSubject(key), request.idempotencyKey)) return answer;
      throw new NotFoundError(termReportWordings.notOnReport);
    }
    const title = found.subject?.title ?? subjectId;
    const outcome = await removeRecord({
      key,
      record,
      listedBy: isListed ? report : undefined,
      formLevel: place.formLevel,
      undo: undoableTermReportActs.keep({
        change: { kind: 'subject record deleted', details: { key, record: record ?? null, isListed } },
        what: `${title} of ${studentName(found.student, studentId)} deleted (${termTitle({ year, term })})`,
      }),
      by: { caller, request },
    });
    if (isRefused(outcome)) throw new ConflictError(termReportWordings.recordBusy);
    return answer;
  },
});
