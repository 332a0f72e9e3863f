import type { WeeklyTestSubject } from '#shared/marks/weekly-tests/contract.ts';
import type { WeeklyTestItem } from '../records/weekly-test.ts';
import { marksOf, type WeeklyMarkItem } from './store.ts';

export const toSubject = (
  test: WeeklyTestItem,
  marks: readonly WeeklyMarkItem[],
  subjects: ReadonlyMap<string, { title: string }>,
): WeeklyTestSubject => ({
  subject_id: test.subjectId,
  title: subjects.get(test.subjectId)?.title ?? test.subjectId,
  max_mark: test.maxMark,
  employee_id: test.employeeId,
  count: marksOf(test, marks).length,
});
