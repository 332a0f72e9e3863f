import { useQueries } from '@tanstack/react-query';
import { BellRing, FileCheck2, PenLine } from 'lucide-react';
import { Suspense, useState } from 'react';
import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { signOffTitle } from '#shared/options/sign-off/menu-wordings.ts';
import { stageScreenWords, signScreenWordings as wordings } from '#shared/options/sign-off/screen-wordings.ts';
import { stages } from '#shared/options/sign-off/stages.ts';
import { formLevels, levelName } from '#shared/people/form-level.ts';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { queryOf } from '../../api/query.ts';
import { type PeriodChoice, PeriodSelect } from '../../features/term-reports/period-select.tsx';
import { ScreenOfPeriod } from '../../features/term-reports/screen-of-period.tsx';
import { ClosedTermBand, useClosedTermReason } from '../../pickers/closed-term.tsx';
import { useSession } from '../../session/session.ts';
import type { TableColumn } from '../../tables/columns.ts';
import { DataTable } from '../../tables/data-table.tsx';
import { useTableState } from '../../tables/table-state.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { lazyWithRetry } from '../../ui/display/lazy-with-retry.ts';
import { Loading } from '../../ui/display/loading.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Muted } from '../../ui/layout/text.tsx';
import { ReportsOfClass } from './reports-of-class.tsx';
import { awaitedOf, type ClassOnBoard, keysOfStages } from './signing.ts';

const RemindDialog = lazyWithRetry(() => import('./remind-dialog.tsx'));
const CleanDialog = lazyWithRetry(() => import('./clean-dialog.tsx'));

/** How far the reports of a term are signed: of the school, or of a teacher's classes, and class by class. */
export default function SignReports() {
  const classId = useAddressState().get('class');
  return (
    <ScreenOfPeriod title={signOffTitle}>
      {(period) =>
        classId === null ? (
          <Board key={`${period.year} ${period.term}`} period={period} />
        ) : (
          <ReportsOfClass key={`${classId} ${period.year} ${period.term}`} classId={classId} period={period} />
        )
      }
    </ScreenOfPeriod>
  );
}

const columns: readonly TableColumn<ClassOnBoard>[] = [
  { key: 'class', label: 'Class', value: ({ class_id }) => class_id, width: 80 },
  {
    key: 'form',
    label: 'Form',
    value: ({ form_level }) => form_level,
    text: (level) => levelName(Number(level)),
    isFiltered: true,
    width: 100,
  },
  { key: 'reports', label: 'Reports', value: ({ reports }) => reports, isNumber: true, width: 90 },
  ...stages.map(
    (stage): TableColumn<ClassOnBoard> => ({
      key: keysOfStages[stage],
      label: stageScreenWords[stage].post,
      value: (row) => awaitedOf(row, stage).count,
      cell: (row) => <Awaited {...awaitedOf(row, stage)} />,
      width: 170,
      ownLine: 'text',
    }),
  ),
  { key: 'signed', label: 'Signed', value: ({ signed }) => signed, isNumber: true, width: 90 },
  { key: 'fell', label: wordings.fellBack, value: ({ fell_back }) => fell_back, isNumber: true, width: 116 },
];

/** How many reports wait for a post, and by name who is awaited. */
const Awaited = ({ count, names }: { count: number; names: readonly string[] }) =>
  count === 0 ? (
    <Muted as="span">0</Muted>
  ) : (
    <span>
      <strong>{count}</strong> <Muted as="span">{names.join(', ') || wordings.nobody}</Muted>
    </span>
  );

function Board({ period }: { period: PeriodChoice }) {
  const { year, term, terms } = period;
  const place = useAddressState();
  const session = useSession();
  const table = useTableState(['form']);
  const [opened, setOpened] = useState<'remind' | 'clean' | null>(null);
  const closed = useClosedTermReason({ year, term });
  const title = `${schoolFileTermTitle(terms, term)} ${academicYearTitle(year)}`;
  // The office's board has every class and is loaded form by form; a teacher's is one answer.
  const queries = useQueries({
    queries: (session?.area === 'admin' ? formLevels : [undefined]).map((level) => ({
      ...queryOf(signOffContract.countSignatures, {
        year: String(year),
        term: String(term),
        ...(level === undefined ? {} : { form_level: String(level) }),
      }),
      staleTime: 0,
      refetchOnWindowFocus: true,
    })),
  });
  // In their order: a class that is about to be pressed does not move away for one that comes before it.
  const waiting = queries.findIndex(({ isPending }) => isPending);
  const loaded = waiting === -1 ? queries : queries.slice(0, waiting);
  const all = loaded.flatMap(({ data }) => data?.classes ?? []);
  const classes = all.filter(({ reports }) => reports > 0);
  const isWhole = queries.every(({ data }) => data !== undefined);
  const signing = classes.filter(({ signs_as }) => signs_as.length > 0);
  return (
    <>
      <ScreenHead
        title={signOffTitle}
        subtitle={`${title}. ${wordings.boardText}`}
        actions={
          <>
            <PeriodSelect period={period} />
            <Button icon={BellRing} disabled={!isWhole || classes.length === 0} onClick={() => setOpened('remind')}>
              {wordings.remind}
            </Button>
            {signing.length > 0 && closed === undefined && (
              <Button variant="primary" icon={PenLine} disabled={!isWhole} onClick={() => setOpened('clean')}>
                {wordings.clean}
              </Button>
            )}
          </>
        }
      />
      <ClosedTermBand why={closed} />
      {isWhole && all.length === 0 ? (
        <EmptyState icon={FileCheck2} title={wordings.noClassOfYours} text={wordings.noClassText} />
      ) : isWhole && classes.length === 0 ? (
        <EmptyState icon={FileCheck2} title={wordings.noReports} />
      ) : (
        <Stack shrinks gap={12}>
          {classes.length > 0 && (
            <DataTable
              label={signOffTitle}
              rows={classes}
              columns={columns}
              keyOf={({ class_id }) => class_id}
              state={table.state}
              onChange={table.change}
              onOpen={({ class_id }) => place.change({ class: class_id })}
              nothingFound={wordings.noClass}
            />
          )}
          {!isWhole && <Loading queries={queries} what="the board" lines={6} />}
        </Stack>
      )}
      <Suspense>
        {opened === 'remind' && <RemindDialog classes={classes} of={title} onClose={() => setOpened(null)} />}
        {opened === 'clean' && <CleanDialog classes={signing} of={{ year, term }} onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  );
}
