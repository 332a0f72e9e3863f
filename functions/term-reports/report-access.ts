import { editTermReports } from '#shared/accounts/auth/permissions.ts';
import { authMessages } from '#shared/accounts/wordings.ts';
import { permissionsOf, type ReportPart, type ReportPermissions } from '#shared/term-reports/permissions.ts';
import { termReportMessages } from '#shared/term-reports/wordings.ts';
import { classPostKeys } from '../people/records/store.ts';
import { ForbiddenError, NotFoundError } from '../platform/errors.ts';
import { type Caller, hasAction, isAdmin } from '../platform/requests/caller.ts';
import { readItems } from '../platform/table/table.ts';

interface Post {
  classId: string;
  as: 'form teacher' | 'dean';
}

/** The posts to read with the session where the caller names the class; what is named is checked against the student. */
export const namedPostKeys = (input: { class_id?: string | undefined; year: number }, employeeId: string) =>
  input.class_id === undefined ? [] : classPostKeys({ employeeId, year: input.year, classId: input.class_id });

/** What the caller may write of the reports of a class, as the server's records say. `found` are posts read before. */
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
  return permissionsOf({
    isAdmin: isAdmin(caller),
    canEditTermReports: hasAction(caller, editTermReports),
    posts: posts.filter((post) => post.classId === classId).map((post) => post.as),
  });
}

/** The same of a class that is known only once a record was read. */
export async function checkPostIn({ classId, year }: { classId: string; year: number }, caller: Caller): Promise<void> {
  const { posts } = await readItems({ posts: classPostKeys({ employeeId: caller.accountId, year, classId }) });
  checkClassPost(caller, posts);
}

/** Throws 403 unless the caller may write that part. */
export function needPart(permissions: ReportPermissions, part: ReportPart): void {
  if (!permissions[part]) throw new ForbiddenError(authMessages.forbidden);
}

/**
 * Which of the meant fields the caller may write. One of another role's is refused, 403; in the spec's whole record, which
 * carries every field whether it was touched or not, it is left out (rule 8).
 */
export function permittedFields<F extends string>(
  meant: readonly F[],
  { parts, permissions, isWhole }: { parts: Record<F, ReportPart>; permissions: ReportPermissions; isWhole: boolean },
): F[] {
  const permitted = meant.filter((field) => permissions[parts[field]]);
  if (permitted.length < meant.length && !isWhole) throw new ForbiddenError(authMessages.forbidden);
  return permitted;
}

/** A teacher is not told which pupils there are. */
export const noReport = (caller: Caller) =>
  isAdmin(caller) ? new NotFoundError(termReportMessages.notRegistered) : new ForbiddenError(authMessages.forbidden);

/** Form teachers and deans see their classes, admins with the menu all of them (product §6, rule 14). */
export function checkClassPost(caller: Caller, posts: readonly unknown[]): void {
  if (!isAdmin(caller) && posts.length === 0) throw new ForbiddenError(authMessages.forbidden);
}
