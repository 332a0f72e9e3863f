import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  weeklyTestsContract,
  {
    deleteWeeklyTestSubject: () => import('./delete-weekly-test-subject.ts'),
    importWeeklyTests: () => import('./import-weekly-tests.ts'),
    saveWeeklyTestSubject: () => import('./save-weekly-test-subject.ts'),
    teacherSubjects: () => import('./teacher-subjects.ts'),
    weeklyTest: () => import('./weekly-test.ts'),
    weeklyTestSubjects: () => import('./weekly-test-subjects.ts'),
  },
  authenticator,
);
