import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readSubjectNamesById } from '../../subjects/records/store.ts';
import { readOwnLessons, requireWeeklyTests } from './check-test.ts';

export const listSubjectsOfTeacher = callHandler(weeklyTestsContract.listSubjectsOfTeacher, {
  handle: async ({ caller }) => {
    requireWeeklyTests();
    const [lessons, subjects] = await Promise.all([readOwnLessons(caller), readSubjectNamesById()]);
    return lessons.map(({ subjectId, classId, formLevel }) => ({
      subject_id: subjectId,
      title: subjects.get(subjectId)?.title ?? subjectId,
      form_class_id: classId,
      form_level: formLevel,
    }));
  },
});
