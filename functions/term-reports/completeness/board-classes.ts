import { classPostsOf } from '../../people/records/store.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { isAdmin } from '../../platform/requests/caller.ts';
import { school } from '../../school/records/school.ts';

/** The classes whose board the caller sees: every class for the office, else those of the own posts in that year (rule 14). */
export async function boardClasses(
  { year, form_level: formLevel }: { year: number; form_level?: number | undefined },
  caller: Caller,
) {
  const own = isAdmin(caller)
    ? undefined
    : new Set((await classPostsOf(caller.accountId, year)).map(({ classId }) => classId));
  return school().formClasses.filter(
    ({ id, form_level }) => (own?.has(id) ?? true) && (formLevel === undefined || form_level === formLevel),
  );
}
