import type { Action } from '../../platform/table/action.ts';
import { entity } from '../../platform/table/entity.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';

/**
 * The last id that an upload planned for a new student. The student is written minutes later, so new ids also continue from here.
 * Absent until the first upload.
 */
interface PlannedStudentIdsItem {
  last: string;
}

const PlannedStudentIdsEntity = entity<PlannedStudentIdsItem>()({
  name: 'ids-planned',
  pk: 'student-ids',
  sk: 'planned',
});

export const lastPlannedStudentIdKey = () => PlannedStudentIdsEntity.key({});

/** Part of the transaction that plans ids: cancels it where others were planned since `before` was read. */
export const planStudentIdsAction = (last: string, before: { last: string } | undefined): Action =>
  PlannedStudentIdsEntity.put({ last }, whereUnchanged(before, ['last']));
