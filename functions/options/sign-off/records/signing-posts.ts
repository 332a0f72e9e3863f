import { authRefusals } from '#shared/accounts/wordings.ts';
import { principalPostsOf } from '#shared/options/sign-off/settings.ts';
import type { Stage } from '#shared/options/sign-off/stages.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import {
  ClassPostEntity,
  classPostKeys,
  EmployeeEntity,
  type EmployeeItem,
  employeeKey,
  employeeName,
  listAllEmployees,
  readClassPostsOfTeacher,
} from '../../../people/records/store.ts';
import { ForbiddenError } from '../../../platform/errors.ts';
import { type Caller, isAdmin } from '../../../platform/requests/caller.ts';
import type { Action } from '../../../platform/table/action.ts';
import { readItems } from '../../../platform/table/table.ts';
import { school } from '../../../school/records/school.ts';

/** What says who may sign in a class, to be read with the session. */
export const signingKeys = ({ year, class_id }: { year: number; class_id: string }, accountId: string) => ({
  posts: classPostKeys({ employeeId: accountId, year, classId: class_id }),
  employee: employeeKey(accountId),
});

/** Whether somebody holds the principal's post now. */
const isPrincipal = (employee: Pick<EmployeeItem, 'postId' | 'teacherNum' | 'deletedAt'> | undefined): boolean =>
  employee?.postId !== undefined &&
  !isArchivedTeacher(employee) &&
  principalPostsOf(school()).includes(employee.postId);

/** Whether a teacher has the principal’s post now. One request. */
export async function isPrincipalNow({ accountId }: Caller): Promise<boolean> {
  const { employee } = await readItems({ employee: employeeKey(accountId) });
  return isPrincipal(employee);
}

interface Found {
  posts: readonly { as: 'form teacher' | 'dean' }[];
  employee: EmployeeItem | undefined;
}

/** What the caller signs as, in the class of these posts. */
export const stagesOfCaller = (caller: Caller, { posts, employee }: Found): Stage[] =>
  isAdmin(caller)
    ? []
    : [...posts.map(({ as }): Stage => as), ...(isPrincipal(employee) ? ['principal' as const] : [])];

/** The same. @throws ForbiddenError for a teacher without a post in the class */
export function requireStages(caller: Caller, found: Found): Stage[] {
  const own = stagesOfCaller(caller, found);
  if (!isAdmin(caller) && own.length === 0) throw new ForbiddenError(authRefusals.forbidden);
  return own;
}

/**
 * The condition that the caller still holds the post (somebody who lost it meanwhile signs nothing).
 * @throws ForbiddenError where the caller does not hold it now
 */
export function requirePost(
  { year, classId, stage }: { year: number; classId: string; stage: Stage },
  { caller, found }: { caller: Caller; found: Found },
): Action[] {
  if (!stagesOfCaller(caller, found).includes(stage)) throw new ForbiddenError(authRefusals.forbidden);
  const employeeId = caller.accountId;
  return stage === 'principal'
    ? [EmployeeEntity.check({ employeeId }, { postId: found.employee?.postId, deletedAt: null })]
    : [ClassPostEntity.check({ employeeId, year, as: stage, classId }, { as: stage })];
}

/** The classes whose signatures somebody sees: all, or those of a post, by what a teacher signs as there. */
export async function readClassesOfCaller(
  year: number,
  { caller, employee }: { caller: Caller; employee: EmployeeItem | undefined },
): Promise<{ of: ReadonlyMap<string, Stage[]>; seesAll: boolean; everywhere: Stage[] }> {
  if (isAdmin(caller)) return { of: new Map(), seesAll: true, everywhere: [] };
  const posts = Map.groupBy(await readClassPostsOfTeacher(caller.accountId, year), ({ classId }) => classId);
  const own = new Map([...posts].map(([classId, held]) => [classId, held.map(({ as }): Stage => as)]));
  const isHead = isPrincipal(employee);
  return { of: own, seesAll: isHead, everywhere: isHead ? ['principal'] : [] };
}

/** Display names of the teachers with the principal’s post. One query. */
export async function readPrincipals(): Promise<string[]> {
  return (await listAllEmployees()).filter(isPrincipal).map(employeeName);
}
