import { useQuery } from '@tanstack/react-query';
import type { Output } from '#shared/http/contract.ts';
import { periodTitle, startYearOf } from '#shared/school/academic-year.ts';
import { describeTermClosure } from '#shared/school/closed-term.ts';
import { termsContract } from '#shared/school/contract.ts';
import { queryOf } from '../api/query.ts';
import { Alert } from '../ui/display/alert.tsx';
import type { GridColumn } from '../ui/grid/grid-columns.ts';
import styles from './pickers.module.css';

interface Term {
  year: number;
  term: number;
}

/**
 * The terms when the sheet is opened: a term may have been closed since the page was loaded. Data of the last seconds
 * is not fetched again.
 */
export const freshPeriodQuery = () => ({ ...queryOf(termsContract.readTermOverview, {}), staleTime: 5_000 });

/**
 * The sentence why a term takes no changes (rule 47); undefined where it does, and until that is known: the server
 * decides.
 */
export function useClosedTermReason({ year, term }: Term): string | undefined {
  const { data } = useQuery(freshPeriodQuery());
  const found = data?.terms_archive.find((one) => startYearOf(one.academic_year_id) === year && one.term === term);
  return closedTermSentence(found);
}

export type ListedTerm = Output<typeof termsContract.readTermOverview>['terms_archive'][number];

export function closedTermSentence(found: ListedTerm | undefined): string | undefined {
  if (!found?.closed) return undefined;
  const title = periodTitle(found);
  return `${title} ${describeTermClosure(found.closed)}.`;
}

/** Above a sheet of a closed term; nothing above others. */
export const ClosedTermBand = ({ why, what = 'the term' }: { why: string | undefined; what?: 'the term' | 'it' }) =>
  why === undefined ? null : (
    <div className={styles.closed}>
      <Alert tone="info">
        {why} What is here can be read and printed; an administrator can open {what} again.
      </Alert>
    </div>
  );

/** The columns of a closed term: shown, and not typed into. */
export const toReadOnlyColumns = (columns: readonly GridColumn[], why: string | undefined): readonly GridColumn[] =>
  why === undefined
    ? columns
    : columns.map((column) =>
        column.kind === 'shown' || column.kind === 'node' ? column : { ...column, closed: column.closed ?? why },
      );
