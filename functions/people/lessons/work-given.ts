import type { Attempt } from '../../platform/table/audit.ts';
import { type Action, directCheck } from '../../platform/table/direct-write.ts';
import { entity, itemKey, readItems } from '../../platform/table/table.ts';
import { employeeKey } from '../store.ts';

/** The act that gave a teacher lessons or classes last. A day later nobody asks any more, and it is forgotten. */
const WorkGiven = entity({
  model: { entity: 'work-given', version: '1', service: 'formroom' },
  attributes: {
    employeeId: { type: 'string', required: true },
    /** Its idempotency key. */
    act: { type: 'string', required: true },
    /** Epoch seconds after which the table forgets it. */
    expires: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['employeeId'], template: 'work-given#${employeeId}', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'last', casing: 'none' },
    },
  },
});

/**
 * For every transaction that gives a teacher lessons, or makes one form teacher or dean: two actions that cancel it where the teacher was archived or renumbered since
 * the read, and let nobody archive the teacher who looked for them before.
 */
export const givesWork = (
  { employeeId, teacherNum }: { employeeId: string; teacherNum: number },
  { now, idempotencyKey }: Attempt,
): Action[] => [
  directCheck(employeeKey(employeeId).key, { teacherNum, deletedAt: null }),
  {
    Put: WorkGiven.put({
      employeeId,
      act: idempotencyKey,
      expires: Math.ceil(now.getTime() / 1000) + 86_400,
    }).params(),
  },
];

/** Read before one looks for lessons and classes: the check, for the transaction that archives, that none was given since. */
export async function noWorkSince(employeeId: string): Promise<Action> {
  const key = itemKey(WorkGiven, { employeeId });
  const { last } = await readItems({ last: key });
  return directCheck(key.key, { act: last?.act ?? null });
}
