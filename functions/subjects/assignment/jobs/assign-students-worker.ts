import { placementWordings } from '#shared/students/wordings.ts';
import { noSuchSubject } from '#shared/subjects/wordings.ts';
import { readLessonsOfTeacher } from '../../../people/records/store.ts';
import { authorOfJob, type JobRemark } from '../../../platform/jobs/store.ts';
import type { JobWorker } from '../../../platform/jobs/worker.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { StudentSubjectAssignmentEntity, subjectKey, subjectUnlessDeleted } from '../../records/store.ts';
import { type JudgedStudent, writeJudgedAssignments } from '../assigning/write-assigning.ts';
import { type BatchInput, judgeBatchStudents } from '../batch/judge-students.ts';
import { undoableStudentSubjects } from '../subject-acts.ts';

/**
 * Gives the subject and the teacher to each student of the batch who still may have them, and says why the others do
 * not.
 */
export const assignStudentsWorker: JobWorker = {
  workBatch: async ({ job, batch, rows }) => {
    const wanted = job.input as BatchInput;
    return retryRefused({
      first: await judge(rows, wanted),
      read: () => judgeAgain(rows, wanted),
      attempt: async ({ judged, remarks }) => {
        // Also where an earlier attempt wrote this batch.
        const isMeant = judged.some(({ assigning: { kind } }) => kind === 'new' || kind === 'other teacher');
        if (!isMeant) return { remarks };
        const outcome = await writeJudgedAssignments(judged, wanted, {
          act: wanted.act,
          undo: undoableStudentSubjects.keepMore({ key: wanted.act, of: [StudentSubjectAssignmentEntity] }),
          by: { caller: authorOfJob(job), request: { now: new Date(), idempotencyKey: `${job.run}-${batch}` } },
        });
        return isRefused(outcome) ? outcome : { remarks };
      },
      what: 'these students',
    });
  },
};

interface Judged {
  judged: JudgedStudent[];
  remarks: JobRemark[];
}

async function judge(rows: readonly string[], wanted: BatchInput): Promise<Judged> {
  const { students, judged } = await judgeBatchStudents(rows, wanted);
  const known = new Set(students.map(({ studentId }) => studentId));
  return {
    judged,
    remarks: [
      ...rows.filter((row) => !known.has(row)).map((row) => ({ row, text: placementWordings.notOnRegister })),
      ...judged.flatMap(({ student, assigning }): JobRemark[] =>
        assigning.kind === 'refused' ? [{ row: student.studentId, text: assigning.reason }] : [],
      ),
    ],
  };
}

/** Judges again with the present lessons and subject, which may be why the write was refused. */
async function judgeAgain(rows: readonly string[], wanted: BatchInput): Promise<Judged> {
  const { subjectId, employeeId, year } = wanted;
  const [{ subject }, lessons] = await Promise.all([
    readItems({ subject: subjectKey(subjectId) }),
    employeeId === null ? [] : readLessonsOfTeacher(employeeId, year),
  ]);
  if (!subjectUnlessDeleted(subject)) return { judged: [], remarks: rows.map((row) => ({ row, text: noSuchSubject })) };
  const taughtIn = lessons.filter((lesson) => lesson.subjectId === subjectId).map(({ classId }) => classId);
  return judge(rows, { ...wanted, taughtIn });
}
