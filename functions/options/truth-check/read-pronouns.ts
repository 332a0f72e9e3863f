import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { classPostKeys } from '../../people/records/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { requireFormLevel } from '../../school/records/school.ts';
import { pronounOf } from '../../students/records/pronoun.ts';
import { listStudentsOfClass } from '../../students/records/rosters/read-rosters.ts';
import { readStudents } from '../../students/records/store.ts';
import { requireClassReportAccess } from '../../term-reports/report-access.ts';

/** Three requests: session and posts, the class, and its students. */
export const readPronouns = callHandler(truthCheckContract.readPronouns, {
  prefetch: ({ class_id, year }, accountId) => ({
    posts: classPostKeys({ employeeId: accountId, year, classId: class_id }),
  }),
  handle: async ({ input: { class_id: classId }, caller, found }) => {
    requireClassReportAccess(caller, found.posts);
    requireFormLevel(classId);
    const ids = (await listStudentsOfClass(classId)).map(({ studentId }) => studentId);
    const students = await readStudents(ids, ['studentId', 'sex']);
    return { students: students.map(({ studentId, sex }) => ({ student_id: studentId, pronoun: pronounOf(sex) })) };
  },
});
