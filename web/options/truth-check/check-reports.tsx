import { useQueries, useQuery } from '@tanstack/react-query';
import { FileCheck, SearchCheck } from 'lucide-react';
import { useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { certificateTitle, checkReportsTitle } from '#shared/options/truth-check/menu-wordings.ts';
import { findingWordings as wordings } from '#shared/options/truth-check/wordings.ts';
import { formLevels, levelName } from '#shared/people/form-level.ts';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { queryOf } from '../../api/query.ts';
import { type PeriodChoice, PeriodSelect } from '../../features/term-reports/period-select.tsx';
import { ScreenOfPeriod } from '../../features/term-reports/screen-of-period.tsx';
import { useSession } from '../../session/session.ts';
import type { TableColumn } from '../../tables/columns.ts';
import { DataTable } from '../../tables/data-table.tsx';
import { useTableState } from '../../tables/table-state.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Muted } from '../../ui/layout/text.tsx';
import { CertificateWindow } from './certificate-window.tsx';
import { ClassesOfTeacher } from './classes-of-teacher.tsx';
import { FindingsOfClass } from './findings-of-class.tsx';

type Counts = Output<typeof truthCheckContract.countFindings>['classes'][number];

/**
 * What cannot be right on the reports of a term, and what looks like a slip: of the school, and class by class.
 * Teachers have their own classes.
 */
export default function CheckReports() {
  const classId = useAddressState().get('class');
  const Classes = useSession()?.area === 'staff' ? ClassesOfTeacher : ClassesOfTerm;
  return (
    <ScreenOfPeriod title={checkReportsTitle}>
      {(period) =>
        classId === null ? (
          <Classes key={`${period.year} ${period.term}`} period={period} />
        ) : (
          <FindingsOfClass key={`${classId} ${period.year} ${period.term}`} classId={classId} period={period} />
        )
      }
    </ScreenOfPeriod>
  );
}

const columns: readonly TableColumn<Counts>[] = [
  { key: 'class', label: 'Class', value: ({ class_id }) => class_id, width: 120 },
  {
    key: 'form',
    label: 'Form',
    value: ({ form_level }) => form_level,
    text: (level) => levelName(Number(level)),
    isFiltered: true,
    width: 130,
  },
  { key: 'reports', label: 'Reports', value: ({ reports }) => reports, isNumber: true, width: 110 },
  { key: 'certain', label: wordings.certain, value: ({ certain }) => certain, isNumber: true, width: 150 },
  { key: 'improbable', label: wordings.improbable, value: ({ improbable }) => improbable, isNumber: true, width: 130 },
  { key: 'dismissed', label: wordings.dismissed, value: ({ dismissed }) => dismissed, isNumber: true, width: 130 },
];

function ClassesOfTerm({ period }: { period: PeriodChoice }) {
  const { year, term, terms } = period;
  const place = useAddressState();
  const table = useTableState(['form']);
  const session = useSession();
  const mayPost = session?.area === 'admin' && session.permissions.some(({ menu }) => menu === 'postReports');
  const postings = useQuery({
    ...queryOf(termReportsContract.readPostingState, {}),
    enabled: mayPost,
    staleTime: 0,
  });
  const isPosted = postings.data?.some((one) => one.year === year && one.term === term && one.posted === 1) === true;
  const [isCertificateOpen, setCertificateOpen] = useState(false);
  const title = `${schoolFileTermTitle(terms, term)} ${academicYearTitle(year)}`;
  const queries = useQueries({
    queries: formLevels.map((level) => ({
      ...queryOf(truthCheckContract.countFindings, {
        year: String(year),
        term: String(term),
        form_level: String(level),
      }),
      staleTime: 0,
    })),
  });
  // In their order: a class that is about to be pressed does not move away for one that comes before it.
  const waiting = queries.findIndex(({ isPending }) => isPending);
  const checked = waiting === -1 ? queries : queries.slice(0, waiting);
  const classes = checked.flatMap(({ data }) => data?.classes ?? []);
  const isWhole = queries.every(({ data }) => data !== undefined);
  return (
    <>
      <ScreenHead
        title={checkReportsTitle}
        subtitle={title}
        actions={
          <>
            <PeriodSelect period={period} />
            {mayPost && isPosted && (
              <Button icon={FileCheck} onClick={() => setCertificateOpen(true)}>
                {certificateTitle}
              </Button>
            )}
          </>
        }
      />
      {isWhole && classes.length === 0 ? (
        <EmptyState icon={SearchCheck} title={wordings.noReportsOfTerm} />
      ) : (
        <Stack shrinks gap={12}>
          {classes.length > 0 && (
            <DataTable
              label={checkReportsTitle}
              rows={classes}
              columns={columns}
              keyOf={({ class_id }) => class_id}
              state={table.state}
              onChange={table.change}
              onOpen={({ class_id }) => place.change({ class: class_id })}
              nothingFound={wordings.noClass}
            />
          )}
          {!isWhole && (
            <>
              {waiting !== -1 && <Muted role="status">{wordings.checkedSoFar(checked.length, queries.length)}</Muted>}
              <Loading queries={queries} what="the check" lines={6} />
            </>
          )}
        </Stack>
      )}
      {isCertificateOpen && (
        <CertificateWindow year={year} term={term} of={title} onClose={() => setCertificateOpen(false)} />
      )}
    </>
  );
}
