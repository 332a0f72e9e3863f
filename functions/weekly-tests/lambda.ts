import { weeklyTestsContract } from '#shared/weekly-tests/contract.ts';
import { doors } from '../auth/store.ts';
import { apiHandler } from '../platform/pipeline.ts';
import { deleteWeeklyTestSubject } from './delete-weekly-test-subject.ts';
import { importWeeklyTests } from './import-weekly-tests.ts';
import { saveWeeklyTestSubject } from './save-weekly-test-subject.ts';
import { teacherSubjects } from './teacher-subjects.ts';
import { weeklyTest } from './weekly-test.ts';
import { weeklyTestSubjects } from './weekly-test-subjects.ts';

export const handler = apiHandler(
  weeklyTestsContract,
  {
    deleteWeeklyTestSubject,
    importWeeklyTests,
    saveWeeklyTestSubject,
    teacherSubjects,
    weeklyTest,
    weeklyTestSubjects,
  },
  doors,
);
