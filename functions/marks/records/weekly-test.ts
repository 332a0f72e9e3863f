import { entity } from '../../platform/table/entity.ts';

/** A class's test in a subject and week. */
export interface WeeklyTestItem {
  /** yyyy-MM-dd. */
  date: string;
  classId: string;
  subjectId: string;
  maxMark: number;
  /** The teacher who added it. */
  employeeId: string;
  /** Marks belong to a run: a test that is added again after a deletion has no marks. */
  run: string;
  deletedAt?: string | undefined;
  /** Epoch seconds when DynamoDB removes it. */
  expires?: number | undefined;
}

export const WeeklyTestEntity = entity<WeeklyTestItem>()({
  name: 'weekly-test',
  pk: 'weekly#${date}#${classId}',
  sk: 'test#${subjectId}',
  open: 'acts name the term: a Thursday that is in none is of the current one',
  indexes: {
    ofSubject: { index: 'gsi1', pk: 'tests#${subjectId}', sk: '${date}#${classId}' },
  },
});

/** The tests in a subject, oldest first, without deleted ones. One query. */
export async function listWeeklyTestsInSubject(subjectId: string): Promise<Pick<WeeklyTestItem, 'date' | 'classId'>[]> {
  const data = await WeeklyTestEntity.queryBy('ofSubject', { subjectId });
  return data.filter(({ deletedAt }) => deletedAt === undefined);
}
