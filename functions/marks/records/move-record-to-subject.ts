import type { SubjectField } from '#shared/term-reports/permissions.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { Author, Authorship, WriteAttempt } from '../../platform/table/audit.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import type { ValueChange } from '../../platform/table/field-changes.ts';
import { subjectUseActions } from '../../subjects/records/store.ts';
import { type CourseWorkItem, computeCourseWorkSums, toStoredSums } from './course-work.ts';
import {
  type RecordKey,
  recordFields,
  SubjectRecordEntity,
  type SubjectRecordItem,
  subjectRecordAuditSubject,
  type TermPlacement,
  toRecordUpdate,
  updatedRecord,
} from './subject-record.ts';
import { TermReportEntity, type TermReportItem } from './term-report.ts';

interface SubjectChange {
  /** Key of the record with its old subject. */
  key: RecordKey;
  subjectId: string;
  placement: TermPlacement;
  report: TermReportItem | undefined;
  record: SubjectRecordItem | undefined;
  /** The other changes of the save. */
  changes: readonly ValueChange<SubjectField>[];
  examOutOf: number | null;
  /** The student's line in the mark book of the new subject: the course mark is always that of the subject. */
  work: CourseWorkItem | undefined;
  by: Authorship;
}

/**
 * Changes the subject of a record and keeps what was entered, in one audited transaction. `refused`: the record changed
 * meanwhile, or the student is in another class.
 */
export function moveRecordToSubject(change: SubjectChange): Promise<ActOutcome> {
  const { key, subjectId, placement, report, record, by } = change;
  const { studentId, year, term } = key;
  const after = recordInSubject(change);
  return commit({
    by,
    changes: [
      ...(record
        ? [SubjectRecordEntity.delete(key, whereUnchanged(record, [...recordFields, 'classId', 'formLevel']))]
        : []),
      SubjectRecordEntity.create(after),
      ...(report
        ? [
            TermReportEntity.update(
              { studentId, year, term },
              {
                set: { subjectIds: [...new Set([...(report.subjectIds ?? []), subjectId])].filter(isOther(key)) },
                where: whereUnchanged(report, ['classId', 'formLevel', 'subjectIds']),
              },
            ),
          ]
        : []),
    ],
    guards: { subject: subjectUseActions(subjectId, by.request), placement: placement.checks },
    trail: [
      {
        subject: subjectRecordAuditSubject({ ...key, subjectId }),
        changes: [{ field: 'subject', before: null, after }],
      },
      { subject: subjectRecordAuditSubject(key), changes: [{ field: 'subject', before: record, after: subjectId }] },
    ],
  });
}

const isOther =
  ({ subjectId }: RecordKey) =>
  (id: string) =>
    id !== subjectId;

/** The record with its new subject. */
export function recordInSubject(change: SubjectChange): SubjectRecordItem {
  const { key, subjectId, placement, record, work } = change;
  const { classId, formLevel } = placement;
  const after = updatedRecord(record, { ...key, subjectId }, toRecordUpdate(change));
  return { ...after, classId, formLevel, ...toStoredSums(work ? computeCourseWorkSums(work.marks) : null) };
}
