import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  weeklyTestsContract,
  {
    deleteWeeklyTestOfClass: () => import('./delete-weekly-test-of-class.ts'),
    importWeeklyTests: () => import('./import-weekly-tests.ts'),
    saveWeeklyTestOfClass: () => import('./save-weekly-test-of-class.ts'),
    listSubjectsOfTeacher: () => import('./list-subjects-of-teacher.ts'),
    readMarksOfWeeklyTest: () => import('./read-marks-of-weekly-test.ts'),
    listWeeklyTestsOfClass: () => import('./list-weekly-tests-of-class.ts'),
  },
  authenticator,
);
