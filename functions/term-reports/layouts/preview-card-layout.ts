import { termReportsContract } from '#shared/term-reports/contract.ts';
import { findContradictions } from '#shared/term-reports/layouts/contradictions.ts';
import { cardLayoutWordings as say } from '#shared/term-reports/layouts/wordings.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { callHandler, reportCardsReply } from '../../platform/requests/call-handler.ts';
import { currentPeriodKey } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { cardLayoutKey } from '../report-cards/layouts/card-layouts.ts';
import { readLiveCard } from '../report-cards/live-cards.ts';
import { renderReportCards } from '../report-cards/print/render-report-cards.ts';
import { readPicturesOfLayout } from './pictures-of-layout.ts';
import { savedMeanwhile } from './save-card-layout.ts';

/** The same function prints here, in the answer to a teacher, in the job and for the posting. */
export const previewCardLayout = callHandler(termReportsContract.previewCardLayout, {
  prefetch: ({ layout_id: layoutId }) => ({ stored: cardLayoutKey(layoutId), current: currentPeriodKey() }),
  handle: async ({ input: { saves, student_id: studentId }, found: { stored, current }, request }) => {
    if (stored?.saves !== saves) throw savedMeanwhile(stored);
    const { draft: layout } = stored;
    // What contradicts itself cannot be set.
    const [fault] = findContradictions(layout);
    if (fault) throw new ConflictError(fault.message);
    if (!current) throw new NotFoundError(say.noTerm);
    const { year, term } = current;
    const [live, pictures] = await Promise.all([
      readLiveCard({ studentId, year, term }, () => layout),
      readPicturesOfLayout(layout),
    ]);
    if (!live) throw new NotFoundError(termReportWordings.reportGone);
    const { card } = live;
    const cards = [{ card, layout }];
    const bytes = await renderReportCards({
      school: school(),
      cards,
      printedAt: request.now,
      pictures,
      isOfLayout: true,
    });
    return reportCardsReply(bytes, { year, term, classId: card.student.classId, studentId });
  },
});
