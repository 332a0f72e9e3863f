import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { lessonRefusals } from '#shared/people/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { type Action, storedValuesCheck } from '../../platform/table/action.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { type Authorship, isChangeDone } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readMany } from '../../platform/table/table.ts';
import { requireFormLevel } from '../../school/records/school.ts';
import { employeeKey, readEmployeeNames } from '../records/store.ts';
import {
  type FormTeachersFound,
  listTeacherPostsOfKind,
  type PostName,
  readFormTeachers,
  teacherPostsAuditSubject,
  writeClassPosts,
} from '../records/write-class-posts.ts';
import {
  lessonTeacherKeys,
  refuseArchivedTeacher,
  refuseRestoredTeacher,
  requireTeacherAndYear,
  type StoredTeacher,
} from './lesson-facts.ts';

export const saveFormTeacherClass = callHandler(lessonsContract.saveFormTeacherClass, {
  prefetch: lessonTeacherKeys,
  handle: ({ input, caller, found, request }) =>
    savePosts({ ...requireTeacherAndYear(input, found), as: 'form teacher', input, by: { caller, request } }),
});

export const saveDeanFormClasses = callHandler(lessonsContract.saveDeanFormClasses, {
  prefetch: lessonTeacherKeys,
  handle: ({ input, caller, found, request }) =>
    savePosts({ ...requireTeacherAndYear(input, found), as: 'dean', input, by: { caller, request } }),
});

interface Saving {
  teacher: StoredTeacher;
  year: number;
  as: PostName;
  input: Wanted;
  by: Authorship;
}

interface Wanted {
  form_classes: string[];
  was?: string[] | undefined;
  take_from?: TakenFrom[] | undefined;
  only_archived?: true | undefined;
}

interface TakenFrom {
  class_id: string;
  employee_id: string;
}

/** Sets the classes of a teacher; only differences are written. */
async function savePosts({ teacher, year, as, input, by }: Saving): Promise<{ form_classes: string[] }> {
  const { employeeId } = teacher;
  const { form_classes: wanted, was } = input;
  for (const classId of wanted) requireFormLevel(classId, 'form_classes');
  const classIds = await retryRefused({
    read: () => listTeacherPostsOfKind({ employeeId, year, as }),
    attempt: async (posts): Promise<string[] | 'refused'> => {
      const stored = posts.map(({ classId }) => classId);
      // A class that another administrator has given or taken since the user looked stays as it is (rule 8).
      const seen = was ?? stored;
      const added = wanted.filter((classId) => !stored.includes(classId) && !(was && seen.includes(classId)));
      const removed = stored.filter((classId) => !wanted.includes(classId) && seen.includes(classId));
      const taken = as === 'dean' ? takenOf(input, employeeId) : [];
      if (added.length + removed.length + taken.length === 0) return stored;
      if (await isChangeDone(teacherPostsAuditSubject(employeeId, year), by.request.idempotencyKey)) return stored;
      if (added.length > 0) refuseArchivedTeacher(teacher);
      const holders = as === 'dean' ? undefined : await readFormTeachers([...added, ...removed], year);
      if (holders) await refuseTaking(added, { input, employeeId, holders });
      for (const one of taken) await requireDean(one, year);
      const along = input.only_archived ? await stillArchived(input.take_from ?? []) : [];
      const change = { added, removed, taken, holders, along };
      const outcome = await writeClassPosts({ teacher, year, as }, change, by);
      return isRefused(outcome) ? 'refused' : [...stored.filter((classId) => !removed.includes(classId)), ...added];
    },
    what: 'these classes',
  });
  return { form_classes: classIds.toSorted() };
}

/** Deans who lose a class to the teacher, each once. */
const takenOf = ({ take_from = [], form_classes }: Wanted, employeeId: string): TakenFrom[] => [
  ...new Map(
    take_from
      .filter((one) => form_classes.includes(one.class_id) && one.employee_id !== employeeId)
      .map((one) => [`${one.class_id}#${one.employee_id}`, one]),
  ).values(),
];

/** @throws ConflictError where the teacher is no longer dean of the class */
async function requireDean({ class_id, employee_id }: TakenFrom, year: number): Promise<void> {
  const posts = await listTeacherPostsOfKind({ employeeId: employee_id, year, as: 'dean' });
  if (posts.some(({ classId }) => classId === class_id)) return;
  const name = (await readEmployeeNames()).get(employee_id) ?? employee_id;
  throw new ConflictError(lessonRefusals.notDean(name, class_id));
}

/**
 * Conditions that the teachers who lose classes are still archived at the time of the write.
 * @throws ConflictError where one was restored
 */
async function stillArchived(taken: readonly TakenFrom[]): Promise<Action[]> {
  const holders = await readMany([...new Set(taken.map((one) => one.employee_id))].map(employeeKey));
  for (const holder of holders) refuseRestoredTeacher(holder);
  return holders.map(({ employeeId, teacherNum, deletedAt = null }) =>
    storedValuesCheck(employeeKey(employeeId), { teacherNum, deletedAt }),
  );
}

/** @throws ConflictError for the first class of another teacher that the caller has not agreed to take */
async function refuseTaking(
  added: readonly string[],
  { input, employeeId, holders }: { input: Wanted; employeeId: string; holders: FormTeachersFound },
): Promise<void> {
  const agreed = new Map(input.take_from?.map((one) => [one.class_id, one.employee_id]));
  for (const classId of added) {
    const holder = holders.of(classId).find((one) => one !== employeeId && agreed.get(classId) !== one);
    if (holder === undefined) continue;
    const name = (await readEmployeeNames()).get(holder) ?? holder;
    throw new ConflictError(lessonRefusals.oneFormTeacher(name, classId), {
      field: 'take_from',
      yours: classId,
      theirs: holder,
      by: name,
      at: null,
    });
  }
}
