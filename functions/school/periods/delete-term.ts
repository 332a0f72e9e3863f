import { startYearOf, termTitle } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { noSuchTerm, termRefusals } from '#shared/school/wordings.ts';
import { hasClassEntries } from '../../marks/records/term-report.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isChangeDone } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readPosting } from '../../term-reports/report-cards/posting/postings.ts';
import { isSamePeriod, readStoredPeriods } from '../records/period-changes.ts';
import { deletePeriod } from '../records/period-removal.ts';
import { periodAuditSubject } from '../records/periods.ts';
import { school } from '../records/school.ts';

/** Deletes a term without entries. One query a class. */
export const deleteTerm = callHandler(termsContract.deleteTerm, {
  handle: async ({ input: { academic_year_id, term }, caller, request }) => {
    const wanted = { year: startYearOf(academic_year_id), term };
    const title = termTitle({ year: wanted.year, term });
    const answer = { academic_year_id, term, undo: request.idempotencyKey };
    await refuseFilledTerm(wanted, title);
    await retryRefused({
      read: readStoredPeriods,
      attempt: async (stored) => {
        const period = stored.periods.find((one) => isSamePeriod(one, wanted));
        if (!period) {
          if (await isChangeDone(periodAuditSubject(wanted), request.idempotencyKey)) return 'done';
          throw new NotFoundError(noSuchTerm);
        }
        if (stored.current && isSamePeriod(stored.current, wanted)) {
          throw new ConflictError(termRefusals.isCurrent(title));
        }
        return deletePeriod(period, `${title} deleted`, { stored, by: { caller, request } });
      },
      what: 'this term',
    });
    return answer;
  },
});

/**
 * @throws ConflictError for a term that somebody is registered for, has marks or remarks in, or that was ever posted
 */
export async function refuseFilledTerm(period: { year: number; term: 1 | 2 | 3 }, title: string): Promise<void> {
  const [posting, ...classes] = await Promise.all([
    readPosting(period),
    ...school().formClasses.map(async ({ id }) => ((await hasClassEntries({ ...period, classId: id })) ? [id] : [])),
  ]);
  const filled = classes.flat();
  if (filled.length > 0) {
    throw new ConflictError(termRefusals.hasMarks(title, filled.join(', ')));
  }
  if (posting) throw new ConflictError(termRefusals.wasPosted(title));
}
