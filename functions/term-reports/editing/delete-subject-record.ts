import { createWriteTransaction } from 'electrodb';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import {
  cellChanges,
  recordFields,
  recordSubject,
  SubjectRecord,
  sheetName,
  subjectRecordKey,
} from '../../marks/subject-record.ts';
import { TermReport, termReportKey } from '../../marks/term-report.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { AuditRow, auditRow, inSheet, isChangeDone, writeAudited } from '../../platform/table/audit.ts';
import { stillAs } from '../../platform/table/table.ts';
import { UndoableAction } from '../../platform/undo/undoable-actions.ts';
import { nameOf, studentKey } from '../../students/store.ts';
import { subjectKey } from '../../subjects/store.ts';
import { termReportActs } from '../more-options/undoable-changes.ts';
import { namedPostKeys, needPart, noReport, reportPermissions } from './report-access.ts';

const entities = { SubjectRecord, TermReport, UndoableAction, AuditRow };

export const deleteSubjectRecord = callHandler(termReportsContract.deleteSubjectRecord, {
  prefetch: (input, accountId) => {
    const key = { studentId: input.student_id, year: input.year, term: input.term };
    return {
      report: termReportKey(key),
      record: subjectRecordKey({ ...key, subjectId: input.subject_id }),
      posts: namedPostKeys(input, accountId),
      student: studentKey(input.student_id),
      subject: subjectKey(input.subject_id),
    };
  },
  handle: async ({ input, caller, found, request }) => {
    const { report, record } = found;
    const { student_id: studentId, subject_id: subjectId, year, term } = input;
    const key = { studentId, year, term, subjectId };
    const place = report ?? record;
    if (!place) throw noReport(caller);
    const { classId } = place;
    needPart(
      await reportPermissions({ caller, classId, year, named: input.class_id, found: found.posts }),
      'subjectRows',
    );
    const answer = { student_id: studentId, subject_id: subjectId, undo: request.idempotencyKey };
    const isListed = report?.subjectIds?.includes(subjectId) ?? false;
    if (!record && !isListed) {
      if (await isChangeDone(recordSubject(key), request.idempotencyKey)) return answer;
      throw new NotFoundError('This subject is not on the report.');
    }
    const title = found.subject?.title ?? subjectId;
    const action = termReportActs.action({
      change: { kind: 'subject record deleted', details: { key, record: record ?? null, isListed } },
      what: `${title} of ${nameOf(found.student, studentId)} deleted (Term ${term}, ${year}-${year + 1})`,
      caller,
      request,
    });
    const row = auditRow({
      subject: recordSubject(key),
      changes: [
        { field: 'record', before: record ? { ...record, isListed } : null, after: null },
        ...cellChanges(record ?? null, null),
      ],
      caller,
      request,
    });
    const outcome = await writeAudited(
      createWriteTransaction(entities, (write) => [
        ...(record
          ? [
              write.SubjectRecord.delete(key)
                // What is kept for undoing is what was deleted.
                .where(stillAs(record, [...recordFields, 'workSum', 'workOutOf', 'classId']))
                .commit(),
            ]
          : []),
        ...(isListed
          ? [
              write.TermReport.patch({ studentId, year, term })
                .delete({ subjectIds: [subjectId] })
                .commit(),
            ]
          : []),
        write.UndoableAction.create(action).commit(),
        write.AuditRow.create({
          ...row,
          ...inSheet(row, sheetName({ ...key, formLevel: place.formLevel })),
        }).commit(),
      ]),
    );
    if (outcome === 'refused') throw new ConflictError('Others are changing this record. Please look again.');
    return answer;
  },
});
