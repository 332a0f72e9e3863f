import type { Attempt } from '../../platform/table/audit.ts';
import { type Action, directCheck } from '../../platform/table/direct-write.ts';
import { entity, itemKey, readItems } from '../../platform/table/table.ts';
import { employeeKey } from '../store.ts';

/** The act that gave a teacher lessons last. A day later nobody asks any more, and it is forgotten. */
const LessonsGiven = entity({
  model: { entity: 'lessons-given', version: '1', service: 'formroom' },
  attributes: {
    employeeId: { type: 'string', required: true },
    /** Its idempotency key. */
    act: { type: 'string', required: true },
    /** Epoch seconds after which the table forgets it. */
    expires: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['employeeId'], template: 'lessons-given#${employeeId}', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'last', casing: 'none' },
    },
  },
});

/**
 * For every transaction that gives a teacher lessons: two actions that cancel it where the teacher was archived or renumbered since
 * the read, and let nobody archive the teacher who looked for lessons before.
 */
export const givesLessons = (
  { employeeId, teacherNum }: { employeeId: string; teacherNum: number },
  { now, idempotencyKey }: Attempt,
): Action[] => [
  directCheck(employeeKey(employeeId).key, { teacherNum, deletedAt: null }),
  {
    Put: LessonsGiven.put({
      employeeId,
      act: idempotencyKey,
      expires: Math.ceil(now.getTime() / 1000) + 86_400,
    }).params(),
  },
];

/** Read before one looks for lessons: the check, for the transaction that archives, that none was given since. */
export async function noLessonsSince(employeeId: string): Promise<Action> {
  const key = itemKey(LessonsGiven, { employeeId });
  const { last } = await readItems({ last: key });
  return directCheck(key.key, { act: last?.act ?? null });
}
