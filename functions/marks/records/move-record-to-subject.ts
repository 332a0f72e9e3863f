import type { SubjectField } from '#shared/term-reports/permissions.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { Author, WriteAttempt } from '../../platform/table/audit.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import type { ValueChange } from '../../platform/table/field-changes.ts';
import { subjectUseActions } from '../../subjects/records/store.ts';
import { type CourseWorkItem, computeCourseWorkSums, toStoredSums } from './course-work.ts';
import {
  type RecordKey,
  recordFields,
  SubjectRecordEntity,
  type SubjectRecordItem,
  storedNamesOfCallFields,
  subjectRecordAuditSubject,
  type TermPlacement,
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
  caller: Author;
  request: WriteAttempt;
}

/**
 * Changes the subject of a record and keeps what was entered, in one audited transaction. `refused`: the record changed
 * meanwhile, or the student is in another class.
 */
export async function moveRecordToSubject(other: SubjectChange): Promise<SubjectRecordItem | 'refused'> {
  const { key, subjectId, placement, report, record, caller, request } = other;
  const { studentId, year, term } = key;
  const after = afterwards(other);
  const outcome = await commit({
    by: caller,
    under: request,
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
    guards: { subject: subjectUseActions(subjectId, request), placement: placement.checks },
    trail: [
      {
        subject: subjectRecordAuditSubject({ ...key, subjectId }),
        changes: [{ field: 'subject', before: null, after }],
      },
      { subject: subjectRecordAuditSubject(key), changes: [{ field: 'subject', before: record, after: subjectId }] },
    ],
  });
  return isRefused(outcome) ? 'refused' : after;
}

const isOther =
  ({ subjectId }: RecordKey) =>
  (id: string) =>
    id !== subjectId;

function afterwards({ key, subjectId, placement, record, changes, examOutOf, work, caller, request }: SubjectChange) {
  const { classId, formLevel } = placement;
  const after: Record<string, unknown> = { ...record, ...key, classId, formLevel, subjectId };
  for (const { field, after: value } of changes) {
    const name = storedNamesOfCallFields[field];
    after[name] = value ?? undefined;
    after[`${name}By`] = caller.name;
    after[`${name}At`] = request.now.toISOString();
    if (name === 'exam' && typeof value === 'number' && examOutOf !== null) after.examOutOf = examOutOf;
  }
  return { ...after, ...toStoredSums(work ? computeCourseWorkSums(work.marks) : null) } as SubjectRecordItem;
}
