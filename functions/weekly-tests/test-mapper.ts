import type { WeeklyTestSubject } from '#shared/weekly-tests/contract.ts';
import type { WeeklyTestItem } from '../marks/weekly-test.ts';
import type { WeeklyMarkItem } from './store.ts';

export const toSubject = (
  test: WeeklyTestItem,
  marks: readonly WeeklyMarkItem[],
  subjects: ReadonlyMap<string, { title: string }>,
): WeeklyTestSubject => ({
  subject_id: test.subjectId,
  title: subjects.get(test.subjectId)?.title ?? test.subjectId,
  max_mark: test.maxMark,
  employee_id: test.employeeId,
  count: marks.filter(({ run, mark }) => run === test.run && mark !== undefined).length,
});
