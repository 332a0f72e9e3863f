import { authRefusals } from '#shared/accounts/wordings.ts';
import { familyWordings } from '#shared/families/wordings.ts';
import { ForbiddenError, NotFoundError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import type { Term } from '../../platform/table/terms/term-locks.ts';
import { studentOfAccount } from '../../sessions/student-accounts.ts';
import { type CopyOfStudent, listPostedCopies } from '../../term-reports/report-cards/posting/posted-reports.ts';
import type { PostingItem } from '../../term-reports/report-cards/posting/postings.ts';

/** The id of the student who calls: the session's, whatever was asked for (rule 14). */
export function requireStudentIdOfCaller({ accountId, role }: Caller): string {
  const studentId = studentOfAccount(accountId);
  if (studentId === undefined || role !== 'student') throw new ForbiddenError(authRefusals.forbidden);
  return studentId;
}

/**
 * A student's report as it was posted last, for the student and for a parent who has opened its link. One query; the posting was read before.
 * @throws NotFoundError where it is not posted, now or for this student
 */
export async function openPostedReport(
  studentId: string,
  term: Term,
  posting: PostingItem | undefined,
): Promise<CopyOfStudent> {
  const [copy] = await listPostedCopies(studentId, posting ? [posting] : [], term);
  if (!copy) throw new NotFoundError(familyWordings.noReport);
  return copy;
}
