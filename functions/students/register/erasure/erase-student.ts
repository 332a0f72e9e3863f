import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import { ConflictError, ValidationError } from '../../../platform/errors.ts';
import { runJob, toProgress } from '../../../platform/jobs/run-job.ts';
import { deleteJob, isRunFollowedBy, readJob, readRemarks } from '../../../platform/jobs/store.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { erasedStudentKey } from '../../records/erased-student.ts';
import { requireStudent, type StudentItem, studentKey, studentName } from '../../records/store.ts';
import { requireErasePermission } from './erasure-preview.ts';
import { erasureSteps } from './erasure-steps.ts';
import { whyNotErased } from './why-not-erased.ts';

export const eraseStudent = callHandler(studentRegisterContract.eraseStudent, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id), erased: erasedStudentKey(student_id) }),
  handle: async ({ input: { student_id: studentId, confirmation }, found, caller, request }) => {
    requireErasePermission(caller);
    const known = await readJob('erase-student', studentId);
    const isAskedAgain = known !== undefined && isRunFollowedBy(known, request.idempotencyKey);
    // An erased or partly erased student has no record to confirm against.
    if (!found.erased && !isAskedAgain) {
      const student = requireStudent(found.student);
      requireConfirmation(student, confirmation);
      const [reason] = await whyNotErased(student, request.now);
      if (reason !== undefined) throw new ConflictError(reason);
      // An earlier run has found the record changed, and kept it.
      if (known?.state === 'finished') await deleteJob(known);
    }
    const plan = async () => erasureSteps.map((step) => [step]);
    const job = await runJob({ name: 'erase-student', key: studentId, plan, by: { caller, request } });
    const remarks = job.state === 'running' ? [] : await readRemarks(job);
    return { ...toProgress(job), left: remarks.map(({ text }) => text) };
  },
});

/** @throws ValidationError unless the student's id or name was typed */
function requireConfirmation(student: StudentItem, typed: string): void {
  const meant = [student.studentId, studentName(student, student.studentId)].map(plain);
  if (!meant.includes(plain(typed))) {
    throw new ValidationError({ confirmation: [recordWordings.notTheStudent] });
  }
}

const plain = (text: string): string => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
