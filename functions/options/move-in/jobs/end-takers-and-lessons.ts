import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import {
  isAnythingEntered,
  readSubjectRecordsByStudent,
  recordFields,
  type SubjectRecordItem,
  subjectRecordKey,
} from '../../../marks/records/subject-record.ts';
import type { JobItem, JobRemark } from '../../../platform/jobs/store.ts';
import { notStoredCheck, storedValuesCheck } from '../../../platform/table/action.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import { whereUnchanged } from '../../../platform/table/expression.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readMany } from '../../../platform/table/table.ts';
import { readCurrentPeriod } from '../../../school/records/periods.ts';
import { undoDeleted } from '../../../subjects/assignment/undo.ts';
import { assignmentsAuditSubject, removeAssignmentAction } from '../../../subjects/records/assignments.ts';
import { assignmentKey, StudentSubjectAssignmentEntity } from '../../../subjects/records/store.ts';
import { hiddenPlace, keyOfPart, undoableMoves } from '../acts.ts';
import { authorshipOf, type EndedRow, type MoveUndo } from './rows-of-run.ts';
import { giveLessons } from './store-lessons.ts';
import { listWrittenLessons, removeLessons } from './take-back-lessons.ts';
import { undoTakersOfBatch } from './take-back-takers.ts';

/** The act that keeps whose subject a batch took away, by the number of its first row. */
const keyOfEnded = (runKey: string, n: number): string => keyOfPart(runKey, `ended ${n}`);

const hasMarks = (record: SubjectRecordItem | undefined): boolean =>
  record !== undefined && (isAnythingEntered(record) || record.workOutOf !== undefined);

/** Takes a subject from the students of a batch of whom nothing was entered in it this term, in one transaction. */
export async function endTakers(rows: readonly EndedRow<'takers'>[], job: JobItem): Promise<JobRemark[]> {
  const [first] = rows;
  if (!first) return [];
  const { subjectId } = first.move;
  const ids = rows.map(({ move }) => move.studentId);
  return retryRefused({
    read: async () => {
      const period = await readCurrentPeriod();
      const [there, records] = await Promise.all([
        readMany(ids.map((studentId) => assignmentKey(studentId, subjectId))),
        period ? readSubjectRecordsByStudent(ids, { ...period, subjectId }) : new Map<string, SubjectRecordItem>(),
      ]);
      return { period, there, records };
    },
    attempt: async ({ period, there, records }): Promise<JobRemark[] | 'refused'> => {
      const meant = there.filter(({ studentId }) => !hasMarks(records.get(studentId)));
      if (meant.length > 0) {
        const outcome = await commit({
          by: authorshipOf(job, first.n),
          changes: meant.map(removeAssignmentAction),
          guards: {
            marks: period
              ? meant.map(({ studentId }) => {
                  const key = subjectRecordKey({ ...period, studentId, subjectId });
                  const record = records.get(studentId);
                  return record === undefined
                    ? notStoredCheck(key)
                    : storedValuesCheck(key, whereUnchanged(record, [...recordFields, 'workOutOf']));
                })
              : [],
          },
          undo: undoableMoves.keep({
            change: { kind: 'subject of a batch taken away', details: { subjectId } },
            what: subjectId,
            place: hiddenPlace,
            key: keyOfEnded(job.key, first.n),
            of: [StudentSubjectAssignmentEntity],
          }),
          trail: {
            subject: assignmentsAuditSubject(subjectId),
            changes: meant.map(({ studentId, employeeId }) => ({
              field: studentId,
              before: { teacher: employeeId ?? null },
              after: null,
            })),
          },
        });
        if (isRefused(outcome)) return 'refused';
      }
      const marked = new Set(there.flatMap(({ studentId }) => (hasMarks(records.get(studentId)) ? [studentId] : [])));
      return rows
        .filter(({ move }) => marked.has(move.studentId))
        .map(({ n }) => ({ row: String(n), text: wordings.hasMarks }));
    },
    what: 'these students',
  });
}

/** Gives the students of a batch the subject back that the run took away. */
export const giveBackTakers = (rows: readonly EndedRow<'takers'>[], undo: MoveUndo): Promise<JobRemark[]> =>
  undoTakersOfBatch(rows, undo, { keyOf: keyOfEnded, undoKept: undoDeleted });

/** Takes lessons of one teacher away in which nothing was done. */
export const endLessons = async (
  rows: readonly EndedRow<'lessons'>[],
  { job, year }: { job: JobItem; year: number },
): Promise<JobRemark[]> => {
  const [first] = rows;
  if (!first) return [];
  const why = { marks: () => wordings.classHasMarks, students: () => wordings.hasStudents };
  return removeLessons(rows, { year, by: authorshipOf(job, first.n), why });
};

/** Gives a teacher the lessons back that the run took away. */
export async function giveBackLessons(
  rows: readonly EndedRow<'lessons'>[],
  { job, run, year }: MoveUndo,
): Promise<JobRemark[]> {
  const written = await listWrittenLessons(rows, { run, year });
  const meant = written.map(({ move: { act: _, ...move }, ...row }) => ({ ...row, move }));
  return giveLessons(meant, { job, year });
}
