import type { Action } from '../../platform/table/direct-write.ts';
import { entity, itemKey, stillAs } from '../../platform/table/table.ts';

/**
 * The last id that an upload planned for a new student. The student is written minutes later, so ids are counted on from here too.
 * Absent until the first upload.
 */
const PlannedStudentIds = entity({
  model: { entity: 'ids-planned', version: '1', service: 'formroom' },
  attributes: { last: { type: 'string', required: true } },
  indexes: {
    record: {
      pk: { field: 'pk', composite: [], template: 'student-ids', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'planned', casing: 'none' },
    },
  },
});

export const plannedStudentIdsKey = () => itemKey(PlannedStudentIds, {});

/** For the transaction that plans ids: cancels it where others were planned since `before` was read. */
export const planIds = (last: string, before: { last: string } | undefined): Action => ({
  Put: PlannedStudentIds.put({ last })
    .where(stillAs(before, ['last']))
    .params(),
});
