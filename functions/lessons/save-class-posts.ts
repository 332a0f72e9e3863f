import { lessonsContract } from '#shared/lessons/contract.ts';
import {
  classPostsSubject,
  formTeachersOf,
  type Holders,
  type PostName,
  storedPostsOf,
  writeClassPosts,
} from '../people/lessons/write-class-posts.ts';
import { employeeNames } from '../people/store.ts';
import { ConflictError, ValidationError } from '../platform/errors.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { type Attempt, type Author, isChangeDone } from '../platform/table/audit.ts';
import { retryRefused } from '../platform/table/retry-refused.ts';
import { formLevelOf } from '../reference/school.ts';
import { refuseArchived, type Teacher, teacherAndYear, teacherKeys } from './who-teaches.ts';

export const saveFormTeacherClass = callHandler(lessonsContract.saveFormTeacherClass, {
  prefetch: teacherKeys,
  handle: ({ input, caller, found, request }) =>
    savePosts({ ...teacherAndYear(input, found), as: 'form teacher', input, caller, request }),
});

export const saveDeanFormClasses = callHandler(lessonsContract.saveDeanFormClasses, {
  prefetch: teacherKeys,
  handle: ({ input, caller, found, request }) =>
    savePosts({ ...teacherAndYear(input, found), as: 'dean', input, caller, request }),
});

interface Saving {
  teacher: Teacher;
  year: number;
  as: PostName;
  input: Wanted;
  caller: Author;
  request: Attempt;
}

interface Wanted {
  form_classes: string[];
  was?: string[] | undefined;
  take_from?: { class_id: string; employee_id: string }[] | undefined;
}

/** Makes the teacher's classes what they are to be: only what is added and what goes is written. */
async function savePosts({ teacher, year, as, input, caller, request }: Saving): Promise<{ form_classes: string[] }> {
  const { employeeId } = teacher;
  const { form_classes: wanted, was } = input;
  const unknown = wanted.find((classId) => formLevelOf(classId) === undefined);
  if (unknown !== undefined) throw new ValidationError({ form_classes: [`There is no class ${unknown}.`] });
  const classIds = await retryRefused({
    read: () => storedPostsOf({ employeeId, year, as }),
    attempt: async (posts): Promise<string[] | 'refused'> => {
      const stored = posts.map(({ classId }) => classId);
      // A class that another has given or taken since the user looked stays as that other left it (rule 8).
      const seen = was ?? stored;
      const added = wanted.filter((classId) => !stored.includes(classId) && !(was && seen.includes(classId)));
      const removed = stored.filter((classId) => !wanted.includes(classId) && seen.includes(classId));
      if (added.length === 0 && removed.length === 0) return stored;
      if (await isChangeDone(classPostsSubject(employeeId, year), request.idempotencyKey)) return stored;
      if (added.length > 0) refuseArchived(teacher);
      const holders = as === 'dean' ? undefined : await formTeachersOf([...added, ...removed], year);
      if (holders) await refuseTaking(added, { input, employeeId, holders });
      const change = { teacher, year, as, added, removed, caller, request };
      const outcome = await writeClassPosts(holders ? { ...change, holders } : change);
      return outcome === 'refused' ? outcome : [...stored.filter((classId) => !removed.includes(classId)), ...added];
    },
    what: 'these classes',
  });
  return { form_classes: classIds.toSorted() };
}

/** Throws for the first class that another teacher has, and that the caller has not said to take from that teacher. */
async function refuseTaking(
  added: readonly string[],
  { input, employeeId, holders }: { input: Wanted; employeeId: string; holders: Holders },
): Promise<void> {
  const agreed = new Map(input.take_from?.map((one) => [one.class_id, one.employee_id]));
  for (const classId of added) {
    const holder = holders.of(classId).find((one) => one !== employeeId && agreed.get(classId) !== one);
    if (holder === undefined) continue;
    const name = (await employeeNames()).get(holder) ?? holder;
    throw new ConflictError(`${name} is form teacher of ${classId}. A class has one form teacher.`, {
      field: 'take_from',
      yours: classId,
      theirs: holder,
      by: name,
      at: null,
    });
  }
}
