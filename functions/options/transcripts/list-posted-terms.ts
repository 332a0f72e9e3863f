import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { listPostings } from '../../term-reports/report-cards/posting/postings.ts';

export const listPostedTerms = callHandler(transcriptsContract.listPostedTerms, {
  handle: async () => {
    const { terms } = school();
    return (await listPostings())
      .filter(({ isPosted }) => isPosted)
      .sort((a, b) => b.year - a.year || b.term - a.term)
      .map(({ year, term }) => ({
        year,
        term,
        title: `${schoolFileTermTitle(terms, term)}, ${academicYearTitle(year)}`,
      }));
  },
});
