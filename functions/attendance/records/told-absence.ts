import type { EntityItem } from 'electrodb';
import { entity, itemKey } from '../../platform/table/table.ts';

const text = { type: 'string', required: true } as const;

/** An absence that was told beforehand: what a list shows of it. Its days are told in the students' records. */
export const ToldAbsence = entity({
  model: { entity: 'told-absence', version: '1', service: 'formroom' },
  attributes: {
    studentId: text,
    /** The idempotency key under which it was told. */
    id: text,
    /** First and last day, yyyy-MM-dd. */
    from: text,
    to: text,
    reason: text,
    excused: { type: 'boolean', required: true },
    /** Display name and UTC time: the stamp of the days that it filled. */
    by: text,
    at: text,
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['studentId'], template: 'told#${studentId}', casing: 'none' },
      sk: { field: 'sk', composite: ['id'], template: '${id}', casing: 'none' },
    },
  },
});

export type ToldAbsenceItem = EntityItem<typeof ToldAbsence>;

export const toldAbsenceKey = (studentId: string, id: string) => itemKey(ToldAbsence, { studentId, id });
