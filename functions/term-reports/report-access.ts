import { editTermReportsAction } from '#shared/accounts/auth/permissions.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { actsPlace } from '#shared/place.ts';
import {
  canEditAnything,
  decideReportPermissions,
  type ReportPart,
  type ReportPermissions,
} from '#shared/term-reports/permissions.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { classPostKeys } from '../people/records/store.ts';
import { ForbiddenError, NotFoundError } from '../platform/errors.ts';
import { type Caller, hasAction, isAdmin } from '../platform/requests/caller.ts';
import { readItems } from '../platform/table/table.ts';
import { school } from '../school/records/school.ts';

interface Post {
  classId: string;
  as: 'form teacher' | 'dean';
}

/**
 * Keys of the caller's posts in the class that the request names, to be read with the session. The class is checked
 * later.
 */
export const postKeysOfNamedClass = (input: { class_id?: string | undefined; year: number }, employeeId: string) =>
  input.class_id === undefined ? [] : classPostKeys({ employeeId, year: input.year, classId: input.class_id });

/** What the caller may write in the reports of a class. `found` are the posts in the class that the request named. */
export async function reportPermissions({
  caller,
  classId,
  year,
  named,
  found,
}: {
  caller: Caller;
  classId: string;
  year: number;
  named: string | undefined;
  found: readonly Post[];
}): Promise<ReportPermissions> {
  const posts =
    named === classId || isAdmin(caller)
      ? found
      : (await readItems({ posts: classPostKeys({ employeeId: caller.accountId, year, classId }) })).posts;
  return decideReportPermissions({
    isAdmin: isAdmin(caller),
    canEditTermReports: hasAction(caller, editTermReportsAction),
    posts: posts.filter((post) => post.classId === classId).map((post) => post.as),
  });
}

/** The same permissions. @throws ForbiddenError where the caller may write nothing */
export async function requireEditPermissions(of: Parameters<typeof reportPermissions>[0]): Promise<ReportPermissions> {
  const permissions = await reportPermissions(of);
  if (!canEditAnything(permissions)) throw new ForbiddenError(authRefusals.forbidden);
  return permissions;
}

/** Requires a post in a class that is known only after a record was read. One request. @throws ForbiddenError */
export async function requirePostInClass(
  { classId, year }: { classId: string; year: number },
  caller: Caller,
): Promise<void> {
  const { posts } = await readItems({ posts: classPostKeys({ employeeId: caller.accountId, year, classId }) });
  await requireCardAccess(caller, posts);
}

/** Says of a teacher without a post in a class that they read its cards all the same. */
export const readersOfCards = /* @__PURE__ */ actsPlace<(caller: Caller) => Promise<boolean>>('readers of cards');

/** The same, and whom options let read cards. @throws ForbiddenError */
export async function requireCardAccess(caller: Caller, posts: readonly unknown[]): Promise<void> {
  if (!isAdmin(caller) && posts.length === 0) {
    for (const mayRead of readersOfCards.of(school().options)) if (await mayRead(caller)) return;
  }
  requireClassReportAccess(caller, posts);
}

/** @throws ForbiddenError unless the caller may write that part */
export function requirePartPermission(permissions: ReportPermissions, part: ReportPart): void {
  if (!permissions[part]) throw new ForbiddenError(authRefusals.forbidden);
}

/** 404 for the office; 403 for a teacher, who must not learn which students exist. */
export const noSuchReportError = (caller: Caller) =>
  isAdmin(caller) ? new NotFoundError(termReportWordings.notRegistered) : new ForbiddenError(authRefusals.forbidden);

/** Form teachers and deans see their classes, admins with the menu all of them (product §6, rule 14). */
export function requireClassReportAccess(caller: Caller, posts: readonly unknown[]): void {
  if (!isAdmin(caller) && posts.length === 0) throw new ForbiddenError(authRefusals.forbidden);
}
