import type { JobItem, JobRemark } from '../../platform/jobs/store.ts';
import { type Action, storedValuesCheck } from '../../platform/table/action.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { studentAuditSubject, studentKey } from '../../students/records/store.ts';
import { listAssignmentsOfStudent, StudentSubjectAssignmentEntity } from '../../subjects/records/store.ts';
import type { StudentPlan } from './take-over-plan.ts';
import { authorAndAttemptOfJob, createTakenOverAction, takenOverKey } from './taken-over.ts';

/**
 * Ends the subjects that a student's form level does not have, and takes the teacher off those whose teacher does not
 * teach the class. One transaction, once a run, on the condition that the student is in the class that was read. Marks
 * stay.
 */
export function endSubjectsOfStudent(
  { studentId, ends, withoutTeacher }: Pick<StudentPlan, 'studentId' | 'ends' | 'withoutTeacher'>,
  job: JobItem,
): Promise<JobRemark[]> {
  const about = `subjects#${studentId}`;
  return retryRefused({
    read: async () => {
      const [{ student, done }, assignments] = await Promise.all([
        readItems({ student: studentKey(studentId), done: takenOverKey(job.run, about) }),
        listAssignmentsOfStudent(studentId),
      ]);
      return { student, done, assignments };
    },
    attempt: async ({ student, done, assignments }) => {
      if (done || student?.status !== 'current') return [];
      const { classId } = student;
      const ended = assignments.filter(({ subjectId }) => ends.includes(subjectId));
      const teachers = assignments.flatMap(({ subjectId, employeeId }) =>
        withoutTeacher.includes(subjectId) && employeeId !== undefined ? [{ subjectId, employeeId }] : [],
      );
      if (ended.length + teachers.length === 0) return [];
      const { caller, request } = authorAndAttemptOfJob(job, about);
      const outcome = await commit({
        by: { caller, request },
        changes: [
          ...ended.map(({ subjectId }): Action => StudentSubjectAssignmentEntity.remove({ studentId, subjectId })),
          ...teachers.map((one) => withoutTeacherOf(studentId, one)),
          createTakenOverAction(job.run, about, { kind: 'subjects', studentId, classId, ended, teachers }),
        ],
        guards: { student: [storedValuesCheck(studentKey(studentId), { classId, status: 'current' })] },
        trail: {
          subject: studentAuditSubject(studentId),
          changes: [
            ...ended.map((one) => ({ field: `takes ${one.subjectId}`, before: one, after: null })),
            ...teachers.map(({ subjectId, employeeId }) => ({
              field: `teacher of ${subjectId}`,
              before: employeeId,
              after: null,
            })),
          ],
        },
      });
      return isRefused(outcome) ? outcome : [];
    },
    what: 'this student',
  });
}

const withoutTeacherOf = (
  studentId: string,
  { subjectId, employeeId }: { subjectId: string; employeeId: string },
): Action =>
  StudentSubjectAssignmentEntity.update({ studentId, subjectId }, { remove: ['employeeId'], where: { employeeId } });
