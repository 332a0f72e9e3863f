import { authRefusals } from '#shared/accounts/wordings.ts';
import { familyWordings } from '#shared/options/families/wordings.ts';
import { ForbiddenError, NotFoundError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/requests/caller.ts';
import type { Term } from '../../../school/records/term-locks.ts';
import { studentOfAccount } from '../../../sessions/student-accounts.ts';
import { type FrozenCard, listPostedCopies } from '../../../term-reports/report-cards/posting/posted-reports.ts';
import type { PostingItem } from '../../../term-reports/report-cards/posting/postings.ts';

/**
 * The id of the student who calls: the session's, whatever was asked for (rule 14).
 * @param shown the student whose page made the call, where it can be another one: a sibling may have signed in in
 * another tab
 */
export function requireStudentIdOfCaller({ accountId, role }: Caller, shown?: string): string {
  const studentId = studentOfAccount(accountId);
  if (studentId === undefined || role !== 'student') throw new ForbiddenError(authRefusals.forbidden);
  if (shown !== undefined && shown !== studentId) throw new ForbiddenError(familyWordings.otherStudent);
  return studentId;
}

/**
 * A student's report as it was posted last, for the student and for a parent who has opened its link. One query; the
 * posting was read before.
 * @throws NotFoundError where it is not posted, now or for this student
 */
export async function openPostedReport(
  studentId: string,
  term: Term,
  posting: PostingItem | undefined,
): Promise<FrozenCard> {
  const [copy] = await listPostedCopies(studentId, posting ? [posting] : [], term);
  if (!copy) throw new NotFoundError(familyWordings.noReport);
  return copy;
}
