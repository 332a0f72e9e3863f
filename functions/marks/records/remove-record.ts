import type { Action } from '../../platform/table/action.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { commit, type Keeping } from '../../platform/table/acts/commit.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import { subjectUseActions } from '../../subjects/records/store.ts';
import {
  listChangedCells,
  markSheetAuditName,
  type RecordKey,
  recordFields,
  SubjectRecordEntity,
  type SubjectRecordItem,
  subjectRecordAuditSubject,
  type TermPlacement,
} from './subject-record.ts';
import { addSubjectToReportAction, removeSubjectFromReportAction, type TermReportItem } from './term-report.ts';

/**
 * Removes a subject from a student's term: its record and its line of the report, in one audited transaction with the
 * action that can undo it. `refused`: the record or the report's class changed meanwhile.
 */
export function removeRecord({
  key,
  record,
  listedBy,
  formLevel,
  undo,
  by,
}: {
  by: Authorship;
  key: RecordKey;
  record: SubjectRecordItem | undefined;
  /** The report that lists the subject. */
  listedBy: Pick<TermReportItem, 'classId'> | undefined;
  formLevel: number;
  undo: Keeping;
}): Promise<ActOutcome> {
  return commit({
    by,
    changes: [
      ...(record
        ? [
            SubjectRecordEntity.delete(
              key,
              whereUnchanged(record, [...recordFields, 'workSum', 'workOutOf', 'workAbsentOutOf', 'classId']),
            ),
          ]
        : []),
      ...(listedBy ? [removeSubjectFromReportAction(key, listedBy)] : []),
    ],
    undo,
    trail: {
      subject: subjectRecordAuditSubject(key),
      sheet: markSheetAuditName({ ...key, formLevel }),
      changes: [
        { field: 'record', before: record ? { ...record, isListed: listedBy !== undefined } : null, after: null },
        ...listChangedCells(record ?? null, null),
      ],
    },
    logKind: 'remarks',
  });
}

/**
 * Restores what {@link removeRecord} removed, in the student's current class. `refused`: class, report or record
 * changed meanwhile, or the subject was deleted.
 */
export function writeRestoredRecord({
  key,
  record,
  placement,
  listedBy,
  undone,
  by,
}: {
  by: Authorship;
  key: RecordKey;
  record: SubjectRecordItem | null;
  /** Undefined if there is neither report nor record. */
  placement: TermPlacement | undefined;
  /** The report that lists the subject again. */
  listedBy: TermReportItem | undefined;
  /** Marks the action as undone. */
  undone: Action;
}): Promise<ActOutcome> {
  const { checks = [], ...place } = placement ?? {};
  return commit({
    by,
    changes: [
      ...(placement && record ? [SubjectRecordEntity.create({ ...record, ...place })] : []),
      ...(listedBy ? [addSubjectToReportAction(key, listedBy)] : []),
      undone,
    ],
    guards: { subject: subjectUseActions(key.subjectId, by.request), placement: record ? checks : [] },
    trail: {
      subject: subjectRecordAuditSubject(key),
      sheet: placement && markSheetAuditName({ ...key, formLevel: placement.formLevel }),
      changes: [{ field: 'record', before: null, after: record }, ...listChangedCells(null, record)],
    },
    logKind: 'remarks',
  });
}
