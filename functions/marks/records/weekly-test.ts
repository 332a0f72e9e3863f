import { entity } from '../../platform/table/entity.ts';

/** What a class's test of a week in a subject is out of. */
export interface WeeklyTestItem {
  /** yyyy-MM-dd. */
  date: string;
  classId: string;
  subjectId: string;
  maxMark: number;
  /** Who added it. */
  employeeId: string;
  /** Marks belong to this run: one that is added again after a deletion begins without marks. */
  run: string;
  deletedAt?: string | undefined;
  /** Epoch seconds when DynamoDB removes it. */
  expires?: number | undefined;
}

export const WeeklyTest = entity<WeeklyTestItem>()({
  name: 'weekly-test',
  pk: 'weekly#${date}#${classId}',
  sk: 'test#${subjectId}',
  indexes: {
    ofSubject: { index: 'gsi1', pk: 'tests#${subjectId}', sk: '${date}#${classId}' },
  },
});

/** The tests in a subject, oldest first; deleted ones are none. One query. */
export async function testsInSubject(subjectId: string): Promise<Pick<WeeklyTestItem, 'date' | 'classId'>[]> {
  const data = await WeeklyTest.queryBy('ofSubject', { subjectId });
  return data.filter(({ deletedAt }) => deletedAt === undefined);
}
