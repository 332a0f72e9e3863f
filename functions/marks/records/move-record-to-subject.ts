import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import { subjectUseActions } from '../../subjects/records/store.ts';
import { type CourseWorkItem, computeCourseWorkSums, toStoredSums } from './course-work.ts';
import {
  type RecordChange,
  type RecordKey,
  recordFields,
  SubjectRecordEntity,
  type SubjectRecordItem,
  subjectRecordAuditSubject,
  toRecordUpdate,
  updatedRecord,
} from './subject-record.ts';
import { TermReportEntity, type TermReportItem } from './term-report.ts';

interface NewSubject {
  subjectId: string;
  report: TermReportItem | undefined;
  /** The student's line in the mark book of the new subject: the course mark is always that of the subject. */
  work: CourseWorkItem | undefined;
}

/**
 * Changes the subject of a record and keeps what was entered, in one audited transaction. `refused`: the record changed
 * meanwhile, or the student is in another class.
 * @param change of the record with its old subject: the other changes of the save
 */
export function moveRecordToSubject(change: RecordChange, to: NewSubject, by: Authorship): Promise<ActOutcome> {
  const { key, placement, record } = change;
  const { subjectId, report } = to;
  const { studentId, year, term } = key;
  const after = recordInSubject(change, to, by);
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
export function recordInSubject(
  change: RecordChange,
  { subjectId, work }: Pick<NewSubject, 'subjectId' | 'work'>,
  by: Authorship,
): SubjectRecordItem {
  const { key, placement, record } = change;
  const { classId, formLevel } = placement;
  const after = updatedRecord(record, { ...key, subjectId }, toRecordUpdate(change, by));
  return { ...after, classId, formLevel, ...toStoredSums(work ? computeCourseWorkSums(work.marks) : null) };
}
