import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  weeklyTestsContract,
  {
    deleteWeeklyTestOfClass: () => import('./delete-weekly-test-subject.ts'),
    importWeeklyTests: () => import('./import-weekly-tests.ts'),
    saveWeeklyTestOfClass: () => import('./save-weekly-test-subject.ts'),
    listSubjectsOfTeacher: () => import('./teacher-subjects.ts'),
    readMarksOfWeeklyTest: () => import('./weekly-test.ts'),
    listWeeklyTestsOfClass: () => import('./weekly-test-subjects.ts'),
  },
  authenticator,
);
