import { districtContract } from '#shared/options/district/contract.ts';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { fingerprintOfKey, toPublicKey } from '../../platform/identity/signed-content.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readMany } from '../../platform/table/table.ts';
import { readAllPeriods } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { readOrMakeSigningKey } from '../../sessions/signing-key.ts';
import { listPostings } from '../../term-reports/report-cards/posting/postings.ts';
import { MadeFiguresEntity } from './records/made-figures.ts';

/** Terms that are not over yet and not begun have no figures: those after the current one are left out. */
export const listFigureTerms = callHandler(districtContract.listFigureTerms, {
  handle: async () => {
    const [{ periods, current }, postings, secret] = await Promise.all([
      readAllPeriods(),
      listPostings(),
      readOrMakeSigningKey('exports'),
    ]);
    const orderOf = ({ year, term }: { year: number; term: number }) => 10 * year + term;
    const begun = periods.filter((one) => current !== null && orderOf(one) <= orderOf(current));
    const made = await readMany(
      begun.map(({ year, term }) => MadeFiguresEntity.key({ year, term })),
      ['year', 'term', 'number', 'madeAt', 'madeBy'],
    );
    const isSame = (a: { year: number; term: number }) => (b: { year: number; term: number }) =>
      a.year === b.year && a.term === b.term;
    return {
      fingerprint: fingerprintOfKey(toPublicKey(secret)),
      terms: begun
        .sort((a, b) => orderOf(b) - orderOf(a))
        .map((period) => {
          const { year, term } = period;
          const last = made.find(isSame(period));
          return {
            year,
            term,
            title: `${schoolFileTermTitle(school().terms, term)}, ${academicYearTitle(year)}`,
            state: postings.some((one) => isSame(period)(one) && one.isPosted)
              ? ('posted' as const)
              : ('open' as const),
            made: last ? { number: last.number, by: last.madeBy, at: last.madeAt } : null,
          };
        }),
    };
  },
});
