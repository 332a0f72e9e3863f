import { inParallel } from '../../platform/in-parallel.ts';
import { executeAction, executeActionIf } from '../../platform/table/action.ts';
import type { LeftByUndo } from '../move-in/ids-of-files.ts';
import { forgetLineItems } from './line-items-of-files.ts';
import { SourcedIdEntity, type SourcedIdItem, sourcedKeys } from './sourced-ids.ts';

/** Requests at a time. */
const atOnce = 20;

/**
 * Forgets the ids that a run remembered and no other one has; what was remembered before it is remembered again. People
 * whom the undo left keep theirs, and so does what they are in. Repeated, it ends the same.
 */
export async function forgetIds(run: string, left: LeftByUndo): Promise<void> {
  const items = (await SourcedIdEntity.query({})).filter((one) => isOf(one, run) || isOf(one.was, run));
  const people = new Set([...left.teachers.map(sourcedKeys.teacher), ...left.students.map(sourcedKeys.student)]);
  const users = new Set(items.flatMap((one) => (one.kind === 'user' && people.has(one.key) ? [one.sourcedId] : [])));
  const stays = ({ kind, key }: SourcedIdItem): boolean => {
    if (kind === 'user') return people.has(key);
    if (kind === 'role') return users.has(key);
    // Class, user and role.
    if (kind === 'enrollment') return users.has(key.split('#')[1] ?? '');
    return left.isAnything;
  };
  await inParallel(
    items.filter((one) => !stays(one)),
    { atOnce, does: (one) => forget(one, run) },
  );
  if (!left.isAnything) await forgetLineItems(run);
}

const isOf = (one: Pick<SourcedIdItem, 'runs'> | undefined, run: string): boolean => one?.runs?.includes(run) ?? false;

async function forget({ was, ...item }: SourcedIdItem, run: string): Promise<void> {
  const runs = item.runs?.filter((one) => one !== run) ?? [];
  const before = was && without(was, run);
  if (runs.length > 0) return executeAction(SourcedIdEntity.put({ ...item, runs, ...(before ? { was: before } : {}) }));
  const { kind, key, sourcedId, studentId } = item;
  if (before) {
    const of = studentId === undefined ? {} : { studentId };
    return executeAction(SourcedIdEntity.put({ kind, key, ...before, ...of }));
  }
  await executeActionIf(SourcedIdEntity.delete({ kind, key }, { sourcedId }));
}

/** What was there before a run, as it is without the run; nothing where no other one remembered it. */
function without(was: NonNullable<SourcedIdItem['was']>, run: string): typeof was | undefined {
  if (!isOf(was, run)) return was;
  const runs = was.runs?.filter((one) => one !== run) ?? [];
  return runs.length > 0 ? { ...was, runs } : was.was && without(was.was, run);
}
