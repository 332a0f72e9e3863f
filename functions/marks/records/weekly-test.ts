import type { EntityItem } from 'electrodb';
import { entity } from '../../platform/table/table.ts';

/** A class's weekly tests of a week, and their marks, are one partition. */
export const ofWeek = {
  field: 'pk',
  composite: ['date', 'classId'],
  template: 'weekly#${date}#${classId}',
  casing: 'none',
} as const;

/** What a class's test of a week in a subject is out of. */
export const WeeklyTest = entity({
  model: { entity: 'weekly-test', version: '1', service: 'formroom' },
  attributes: {
    /** yyyy-MM-dd. */
    date: { type: 'string', required: true },
    classId: { type: 'string', required: true },
    subjectId: { type: 'string', required: true },
    maxMark: { type: 'number', required: true },
    /** Who added it. */
    employeeId: { type: 'string', required: true },
    /** Marks belong to this run: one that is added again after a deletion begins without marks. */
    run: { type: 'string', required: true },
    deletedAt: { type: 'string' },
    /** Epoch seconds when DynamoDB removes it. */
    expires: { type: 'number' },
  },
  indexes: {
    record: {
      pk: ofWeek,
      sk: { field: 'sk', composite: ['subjectId'], template: 'test#${subjectId}', casing: 'none' },
    },
    ofSubject: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['subjectId'], template: 'tests#${subjectId}', casing: 'none' },
      sk: { field: 'gsi1sk', composite: ['date', 'classId'], template: '${date}#${classId}', casing: 'none' },
    },
  },
});

export type WeeklyTestItem = EntityItem<typeof WeeklyTest>;

/** The tests in a subject, oldest first; deleted ones are none. One query. */
export async function testsInSubject(subjectId: string): Promise<Pick<WeeklyTestItem, 'date' | 'classId'>[]> {
  const { data } = await WeeklyTest.query.ofSubject({ subjectId }).go({ pages: 'all' });
  return data.filter(({ deletedAt }) => deletedAt === undefined);
}
