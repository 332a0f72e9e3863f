import { compareNames } from '#shared/people/shared-names.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { classRegistrationKeys } from '../../marks/records/term-report.ts';
import { classPostKeys } from '../../people/records/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { erasedStudentName } from '../../students/records/erased-student.ts';
import { readStudents } from '../../students/records/store.ts';
import { requireClassReportAccess } from '../report-access.ts';

export const listRegisteredStudents = callHandler(termReportsContract.listRegisteredStudents, {
  prefetch: ({ class_id: classId, year, term }, accountId) => ({
    posts: classPostKeys({ employeeId: accountId, year, classId }),
    registration: classRegistrationKeys({ year, term, classIds: [classId] }),
  }),
  handle: async ({ input, caller, found: { posts, registration } }) => {
    requireClassReportAccess(caller, posts);
    const ids = registration.flatMap(({ studentIds }) => studentIds ?? []);
    const found = await readStudents(ids, ['studentId', 'firstName', 'lastName']);
    const known = new Set(found.map(({ studentId }) => studentId));
    const students = [...found, ...ids.filter((id) => !known.has(id)).map(erasedStudentName)]
      .map(({ studentId, firstName, lastName }) => ({
        student_id: studentId,
        first_name: firstName,
        last_name: lastName,
        class_id: input.class_id,
      }))
      .sort(compareNames);
    return { students, total: students.length };
  },
});
