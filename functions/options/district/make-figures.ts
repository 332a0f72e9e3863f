import { districtContract } from '#shared/options/district/contract.ts';
import {
  type FiguresContent,
  type FiguresFile,
  figuresFormat,
  smallestGroup,
} from '#shared/options/district/figures-file.ts';
import { districtWordings } from '#shared/options/district/wordings.ts';
import { productVersion } from '#shared/product-version.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { signContent } from '../../platform/identity/signed-content.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { periodAuditSubject, periodKey } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { readOrMakeSigningKey } from '../../sessions/signing-key.ts';
import { postingKey } from '../../term-reports/report-cards/posting/postings.ts';
import { buildFigures } from './figures/build-content.ts';
import { readFiguresOfTerm } from './figures/figures-of-term.ts';
import { HiddenGroupsEntity, MadeFiguresEntity, toEarlierFiles } from './records/made-figures.ts';

/** Names the file in the office log, with its term. */
const logField = 'file of figures for the district';

export const makeFigures = callHandler(districtContract.makeFigures, {
  prefetch: ({ year, term }) => ({ period: periodKey(year, term), posting: postingKey({ year, term }) }),
  handle: async ({ input: { year, term }, caller, found: { period, posting }, request }) => {
    const { now } = request;
    const [ofTerm, secret] = await Promise.all([
      readFiguresOfTerm({ year, term, period, posting, now }),
      readOrMakeSigningKey('exports'),
    ]);
    if (ofTerm.students.length === 0) throw new NotFoundError(districtWordings.noReports);
    return retryRefused({
      read: () => HiddenGroupsEntity.get({ year }),
      attempt: async (stored) => {
        const earlier = toEarlierFiles(stored);
        const { figures, hidden, shownTotals } = buildFigures(ofTerm, earlier);
        const number = (stored?.files ?? 0) + 1;
        const content: FiguresContent = {
          format: figuresFormat,
          version: 1,
          school: { code: school().id, name: school().name },
          year,
          term,
          state: posting?.isPosted ? 'posted' : 'open',
          number,
          made_at: now.toISOString(),
          product: productVersion,
          smallest_group: smallestGroup,
          ...figures,
        };
        const file: FiguresFile = signContent(content, secret);
        const groups = countGroupsOf(content);
        const outcome = await commit({
          by: { caller, request },
          changes: [
            HiddenGroupsEntity.put(
              {
                year,
                files: number,
                hidden: [...new Set([...earlier.hidden, ...hidden])],
                shownTotals: [...new Set([...earlier.shownTotals, ...shownTotals])],
              },
              { files: stored?.files ?? null },
            ),
            MadeFiguresEntity.put({
              year,
              term,
              number,
              madeAt: content.made_at,
              madeBy: caller.name,
              file: JSON.stringify(file),
            }),
          ],
          trail: {
            subject: periodAuditSubject({ year, term }),
            changes: [
              { field: logField, before: null, after: `number ${number}, ${groups} groups, ${hidden.size} hidden` },
            ],
          },
        });
        if (isRefused(outcome)) return outcome;
        if (outcome === 'written') return file;
        const made = await MadeFiguresEntity.get({ year, term });
        return made ? (JSON.parse(made.file) as FiguresFile) : file;
      },
      what: 'the figures',
    });
  },
});

const countGroupsOf = ({ levels, subjects }: FiguresContent): number =>
  1 + levels.length + subjects.reduce((sum, { levels: of }) => sum + 1 + of.length, 0);
