import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { BellRing, Gauge } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { formLevels } from '#shared/people/form-level.ts';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { completenessWordings, termReportWordings } from '#shared/term-reports/wordings.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { queryOf } from '../../../api/query.ts';
import { SpreadsheetButton } from '../../../documents/spreadsheet-button.tsx';
import { useSession } from '../../../session/session.ts';
import { useTableState } from '../../../tables/table-state.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Tabs } from '../../../ui/controls/tabs.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { lazyWithRetry } from '../../../ui/display/lazy-with-retry.ts';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { type PeriodChoice, PeriodSelect } from '../period-select.tsx';
import { ScreenOfPeriod } from '../screen-of-period.tsx';
import { CompletenessBoard } from './board.tsx';
import { boardFilterKeys, filterRows } from './board-filters.tsx';
import { buildReminders } from './reminders.ts';

type Part = Output<typeof termReportsContract.readCompleteness>;

/** A term's board while it loads: the forms up to the first that is missing. */
interface LoadingBoard {
  /** Undefined until the first form is loaded. */
  board: Part | undefined;
  /** Whether every form is loaded: totals need them all. */
  isWhole: boolean;
  queries: readonly UseQueryResult<Part>[];
}

interface BoardOf {
  year: number;
  term: 1 | 2 | 3;
  /** The office's board has every class and is loaded form by form; a teacher's is one answer. */
  isOffice: boolean;
}

/** Loads the first form, and then the others concurrently. */
function useBoard({ year, term, isOffice }: BoardOf): LoadingBoard {
  const partOf = (formLevel: number | undefined) => ({
    ...queryOf(termReportsContract.readCompleteness, {
      year: String(year),
      term: String(term),
      ...(formLevel === undefined ? {} : { form_level: String(formLevel) }),
    }),
    // Marks are entered meanwhile: each opening loads again.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  const [firstLevel, ...otherLevels] = isOffice ? formLevels : [undefined];
  const first = useQueries({ queries: [partOf(firstLevel)], combine: combineParts });
  const isFirstThere = first.parts.length > 0;
  const others = useQueries({
    queries: otherLevels.map((level) => ({ ...partOf(level), enabled: isFirstThere })),
    combine: combineParts,
  });
  return useMemo(() => {
    const parts = isFirstThere ? [...first.parts, ...others.parts] : [];
    const [{ due } = { due: null }] = parts;
    return {
      board: isFirstThere
        ? { due, classes: parts.flatMap(({ classes }) => classes), rows: parts.flatMap(({ rows }) => rows) }
        : undefined,
      isWhole: isFirstThere && others.isWhole,
      queries: isFirstThere ? others.queries : first.queries,
    };
  }, [first, others, isFirstThere]);
}

/** The answers up to the first that is missing. */
function combineParts(queries: UseQueryResult<Part>[]) {
  const missing = queries.findIndex(({ data }) => data === undefined);
  const loaded = missing < 0 ? queries : queries.slice(0, missing);
  return { parts: loaded.flatMap(({ data }) => data ?? []), isWhole: missing < 0, queries };
}

const RemindDialog = lazyWithRetry(() => import('./remind-dialog.tsx'));

const views = [
  { key: 'board', label: 'Board' },
  { key: 'list', label: 'List' },
] as const;

/**
 * What is still to be entered of a term, by class, subject and teacher. Form teachers and deans see their own classes.
 */
export default function Completeness() {
  return (
    <ScreenOfPeriod title="Completeness">
      {(period) => <TermBoard key={`${period.year} ${period.term}`} period={period} />}
    </ScreenOfPeriod>
  );
}

function TermBoard({ period }: { period: PeriodChoice }) {
  const place = useAddressState();
  const session = useSession();
  const table = useTableState(boardFilterKeys);
  const { year, term, terms } = period;
  const inTerm = { year: String(year), term: String(term) };
  const { board, isWhole, queries } = useBoard({ year, term, isOffice: session?.area === 'admin' });
  const [isReminding, setReminding] = useState(false);
  const { filters } = table.state;
  const rows = useMemo(() => filterRows(board?.rows ?? [], filters), [board, filters]);
  const title = `${schoolFileTermTitle(terms, term)} ${academicYearTitle(year)}`;
  const due = board?.due ? `due by ${displayDate(board.due)}` : '';
  const view = place.get('view') === 'list' ? 'list' : 'board';
  const ofClasses = filters.class || filters.form ? [...new Set(rows.map(({ class_id }) => class_id))] : undefined;
  return (
    <>
      <ScreenHead
        title="Completeness"
        subtitle={due === '' ? title : `${title}: marks, comments and remarks are ${due}, the last day of the term.`}
        actions={
          <>
            <PeriodSelect period={period} />
            <SpreadsheetButton
              row={termReportsContract.readCompleteness}
              input={{
                ...inTerm,
                format: 'xlsx',
                ...(ofClasses && { class_ids: ofClasses }),
                ...(filters.subject && { titles: [...filters.subject] }),
                ...(filters.teacher && { teachers: [...filters.teacher] }),
                ...(filters.state?.length === 1 && {
                  only:
                    filters.state[0] === completenessWordings.incomplete
                      ? ('incomplete' as const)
                      : ('complete' as const),
                }),
              }}
              fileName={`Completeness ${title}.xlsx`}
              failed={completenessWordings.spreadsheetFailed}
            />
            <Button variant="primary" icon={BellRing} disabled={!isWhole} onClick={() => setReminding(true)}>
              Remind
            </Button>
          </>
        }
      />
      {!board || (!isWhole && board.rows.length === 0) ? (
        <Loading queries={queries} what="the board" lines={8} />
      ) : board.classes.length === 0 ? (
        <EmptyState icon={Gauge} title={termReportWordings.noPost(period.isCurrent)} />
      ) : board.rows.length === 0 ? (
        <EmptyState icon={Gauge} title={termReportWordings.noneRegistered} text={completenessWordings.registerFirst} />
      ) : (
        <Stack shrinks gap={12}>
          <Tabs
            label="Completeness"
            tabs={views}
            chosen={view}
            onChosen={(key) => place.change({ view: key === 'board' ? null : key })}
          >
            {session && (
              <CompletenessBoard
                view={view}
                board={board}
                isWhole={isWhole}
                table={table}
                session={session}
                period={period}
                shown={rows}
                rest={isWhole ? null : <Loading queries={queries} what="the other forms" lines={8} />}
              />
            )}
          </Tabs>
        </Stack>
      )}
      <Suspense>
        {isReminding && (
          <RemindDialog
            reminders={buildReminders(rows)}
            about={[title, due].filter(Boolean).join(', ')}
            period={{ year, term }}
            onClose={() => setReminding(false)}
          />
        )}
      </Suspense>
    </>
  );
}
