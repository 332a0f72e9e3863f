import type { JobWorker } from '../../platform/jobs/worker.ts';
import { studentsByIds } from '../../students/store.ts';
import { subjectsTakenIn } from '../../subjects/store.ts';
import { haveReports, type Term, writeRegistration } from '../registration/registration-store.ts';

/** Gives each student of the batch who is still here and has none yet the report of the term. */
export const registerStudents: JobWorker = {
  workBatch: async ({ job, batch, rows }) => {
    const period = job.input as Term;
    const present = (await studentsByIds(rows)).filter(({ status }) => status === 'current');
    const classIds = [...new Set(present.map(({ classId }) => classId))];
    const taken = new Map(await Promise.all(classIds.map(async (id) => [id, await subjectsTakenIn(id)] as const)));
    let students = present.map(({ studentId, classId, formLevel }) => ({
      studentId,
      classId,
      formLevel,
      subjectIds: taken.get(classId)?.get(studentId) ?? [],
    }));
    const write = {
      period,
      caller: { accountId: job.startedBy, name: job.startedByName },
      request: { now: new Date(), idempotencyKey: `${job.run}-${batch}` },
    };
    for (let attempt = 1; students.length > 0; attempt += 1) {
      if ((await writeRegistration({ ...write, students })) !== 'refused') break;
      if (attempt > 5) throw new Error('Others registered the same students five times');
      const registered = await haveReports(
        period,
        students.map(({ studentId }) => studentId),
      );
      students = students.filter(({ studentId }) => !registered.has(studentId));
    }
    return {};
  },
};
