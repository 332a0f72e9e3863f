import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { certificateWordings } from '#shared/options/truth-check/wordings.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { momentText } from '../../../school/records/moment-text.ts';
import { school } from '../../../school/records/school.ts';
import { readStudentNames } from '../../../students/records/store.ts';
import { readSubjectNamesById } from '../../../subjects/records/store.ts';
import { editionNumbersOf, readPosting } from '../../../term-reports/report-cards/posting/postings.ts';
import { renderListPdf } from '../../../term-reports/report-cards/print/list-report.ts';
import { DismissedFindingEntity } from '../findings/dismissed-finding.ts';
import { buildCertificate } from './certificate.ts';
import { nameOfDismissal } from './keep-check.ts';
import { PostingCheckEntity } from './posting-check.ts';

/** Of the copies that parents see now: those of editions that were replaced have their own checks, which stay. */
export const printCertificate = callHandler(truthCheckContract.printCertificate, {
  handle: async ({ input: { year, term }, request }) => {
    const [posting, stored] = await Promise.all([
      readPosting({ year, term }),
      PostingCheckEntity.query({ year, term }),
    ]);
    const editions = posting?.isPosted ? editionNumbersOf(posting) : [];
    const checks = stored.filter(({ version }) => editions.includes(version)).sort((a, b) => a.version - b.version);
    if (checks.length === 0) throw new NotFoundError(certificateWordings.none);
    const named = new Set(checks.flatMap(({ dismissed }) => dismissed));
    const dismissed = named.size === 0 ? [] : await DismissedFindingEntity.query({ year, term });
    const dismissals = dismissed.filter((one) => named.has(nameOfDismissal(one)));
    const [names, titles] = await Promise.all([
      readStudentNames([...new Set(dismissals.flatMap(({ studentId }) => studentId ?? []))]),
      readSubjectNamesById(),
    ]);
    const momentOf = (at: string): string => momentText(at) ?? at;
    const report = buildCertificate({ year, term, checks, dismissals, names, titles, momentOf });
    return renderListPdf({ school: school(), report, printedAt: request.now });
  },
});
