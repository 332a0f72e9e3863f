import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import type { JobItem } from '../../../platform/jobs/store.ts';
import { readItems } from '../../../platform/table/table.ts';
import { schoolDay } from '../../../school/records/school.ts';
import { unarchiveStudent } from '../../../students/records/placement/move-from-archive.ts';
import { resumeMove } from '../../../students/records/placement/move-remaining.ts';
import { moveStudentToArchive } from '../../../students/records/placement/move-to-archive.ts';
import { studentKey } from '../../../students/records/store.ts';
import { hiddenPlace, keyOfPart, undoableMoves } from '../acts.ts';
import { authorshipOf, keyOfRow, type leaversOf, type MoveUndo } from './rows-of-run.ts';

type LeaverRow = ReturnType<typeof leaversOf>[number];

/** The act that keeps where a student of a run was. */
const keyOfLeaver = (runKey: string, n: number): string => keyOfPart(runKey, `leaver ${n}`);

/** Archives a student of today, from class and subjects; reports and marks stay. Returns why not, or null. */
export async function archiveStudent(
  { n, what, move: { studentId } }: LeaverRow,
  job: JobItem,
): Promise<string | null> {
  const by = authorshipOf(job, n);
  const isDone = await moveStudentToArchive(
    {
      studentId,
      date: schoolDay(by.request.now),
      reason: null,
      action: (left) =>
        undoableMoves.create({
          change: { kind: 'student of a file archived', details: { studentId, left } },
          what,
          place: hiddenPlace,
          by: { ...by, request: { ...by.request, idempotencyKey: keyOfLeaver(job.key, n) } },
        }),
    },
    by,
  );
  if (isDone) return null;
  const { student } = await readItems({ student: studentKey(studentId) });
  return student?.archivedIn === keyOfRow(job, n) ? null : wordings.archivedByOther(what);
}

/** Puts a student back whom the run archived, with the subjects of then. Returns why not, or null. */
export async function restoreStudent(
  { n, what, move: { studentId } }: LeaverRow,
  { job, key, run }: MoveUndo,
): Promise<string | null> {
  const { kept, student } = await readItems({
    kept: undoableMoves.key(keyOfLeaver(key, n)),
    student: studentKey(studentId),
  });
  // The run did not come so far.
  if (kept?.change.kind !== 'student of a file archived') return null;
  const by = authorshipOf(job, n);
  const { left } = kept.change.details;
  const isBack =
    kept.undoneAt === undefined &&
    (await unarchiveStudent(
      {
        studentId,
        place: { classId: left.classId, formLevel: left.formLevel },
        subjects: left.subjects,
        leftBefore: left.leftBefore,
        isSelected: ({ archivedIn }) => archivedIn === keyOfRow({ run }, n),
        action: () => undoableMoves.undone(kept, by.request),
      },
      by,
    ));
  if (isBack || kept.undoneUnder === by.request.idempotencyKey) {
    await resumeMove({ studentId, from: left.classId, by });
    return null;
  }
  // Put back before, by the undo of a kind or by somebody.
  return student?.status === 'current' ? null : wordings.undoFirst.changed(what);
}
