import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { reportsContract } from '#shared/reports/contract.ts';
import type { LogLine } from '#shared/reports/office-log.ts';
import { officeLogWordings, reportScreenWordings } from '#shared/reports/wordings.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/errors.ts';
import { queryKeyOf } from '../../../api/query.ts';
import { SpreadsheetButton } from '../../../documents/spreadsheet-button.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { ErrorRetry } from '../../../ui/display/error-retry.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { schoolToday } from '../../../ui/fields/dates/school-clock.ts';
import { Stack } from '../../../ui/layout/stack.tsx';
import { LogFilters } from './log-filters.tsx';
import { readLogFiltersFromAddress } from './log-filters-in-address.ts';
import { LogTable } from './log-table.tsx';
import styles from './office-log.module.css';

/** The office log, the latest changes first, filtered by month or day, person, kind and student. */
export default function OfficeLog() {
  const place = useAddressState();
  const question = readLogFiltersFromAddress(place, schoolToday());
  const pages = useInfiniteQuery({
    queryKey: queryKeyOf(reportsContract.readOfficeLog, question),
    queryFn: ({ pageParam, signal }) =>
      call(reportsContract.readOfficeLog, { ...question, ...(pageParam !== null && { after: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // Others make changes meanwhile: each opening loads again.
    staleTime: 0,
  });
  const lines = pages.data?.pages.flatMap((page) => page.lines) ?? [];
  const people = pages.data?.pages[0]?.people ?? [];
  return (
    <>
      <ScreenHead
        title="Office Log"
        subtitle={officeLogWordings.subtitle}
        actions={
          <SpreadsheetButton
            row={reportsContract.downloadOfficeLog}
            input={question}
            fileName={`Office Log ${question.day ?? question.month}.xlsx`}
            failed={officeLogWordings.spreadsheetFailed}
          />
        }
      />
      <Stack narrow align="start" gap={12} className={styles.screen} shrinks>
        <LogFilters
          question={question}
          people={people}
          place={place}
          students={listStudentsOfLines(lines, question.student_id)}
          hasEarlier={pages.hasNextPage}
        />
        {!pages.data ? (
          <Loading queries={[pages]} what="the office log" lines={8} />
        ) : lines.length === 0 && !pages.hasNextPage ? (
          <EmptyState
            icon={ScrollText}
            title={officeLogWordings.nothingChanged}
            {...(Object.keys(question).length > 1
              ? {
                  text: officeLogWordings.noneInThatTime,
                  action: <Button onClick={() => place.goTo({})}>Show all</Button>,
                }
              : { text: officeLogWordings.noneInMonth })}
          />
        ) : (
          <>
            {lines.length > 0 && (
              <LogTable
                lines={lines}
                hasEarlier={pages.hasNextPage}
                onStudent={(studentId) => place.change({ student: studentId })}
              />
            )}
            {pages.isFetchNextPageError && !pages.isFetchingNextPage ? (
              <ErrorRetry
                title={officeLogWordings.earlierFailed}
                detail={messageOf(pages.error)}
                onRetry={() => void pages.fetchNextPage()}
              />
            ) : (
              pages.hasNextPage && (
                <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                  {lines.length === 0 ? reportScreenWordings.lookFurtherBack : reportScreenWordings.showEarlierChanges}
                </Button>
              )
            )}
          </>
        )}
      </Stack>
    </>
  );
}

/** The students that the lines are about, by name, and the one in the filter, of whom no line may be there. */
function listStudentsOfLines(lines: readonly LogLine[], chosen: string | undefined): { id: string; name: string }[] {
  const names = new Map(chosen === undefined ? [] : [[chosen, chosen]]);
  for (const { student_id: id, about } of lines) {
    // "Ali, Anika (01563), Term 1, 2025-2026" is about her report.
    if (id !== null) names.set(id, about.split(', ').slice(0, 2).join(', '));
  }
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
}
