import { termReportsContract } from '#shared/term-reports/contract.ts';
import { postingWordings } from '#shared/term-reports/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readEndOfTerm, readLeaversOfTerm } from '../../students/records/term-leavers.ts';
import { isIncomplete } from '../report-cards/posting/card-problems.ts';
import { listChangedCards } from '../report-cards/posting/changed-cards.ts';
import { countPostedReports } from '../report-cards/posting/posted-reports.ts';
import { readPosting } from '../report-cards/posting/postings.ts';

export const listPostingChanges = callHandler(termReportsContract.listPostingChanges, {
  handle: async ({ input: period }) => {
    const posting = await readPosting(period);
    if (!posting?.isPosted) throw new ConflictError(postingWordings.notPosted);
    const changes = await listChangedCards(posting);
    const ids = changes.map(({ card }) => card.student.id);
    const leavers = await readLeaversOfTerm(ids, await readEndOfTerm(period));
    return {
      reports: await countPostedReports(posting),
      students: changes
        .map(({ card, changed }) => ({
          student_id: card.student.id,
          name: card.student.name,
          class_id: card.student.classId,
          incomplete: isIncomplete(card, leavers),
          changed,
        }))
        .sort((a, b) => a.class_id.localeCompare(b.class_id) || a.name.localeCompare(b.name)),
    };
  },
});
