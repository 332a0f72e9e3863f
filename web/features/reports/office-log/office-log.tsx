import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import type { Output } from '#shared/http/contract.ts';
import { reportsContract } from '#shared/reports/contract.ts';
import type { OfficeLogFilters } from '#shared/reports/office-log.ts';
import { type LogKind, type LogLine, logKinds } from '#shared/reports/office-log.ts';
import { officeLogWordings, reportScreenWordings } from '#shared/reports/wordings.ts';
import { type AddressState, useAddressState } from '../../../address/use-address-state.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/errors.ts';
import { queryKeyOf } from '../../../api/query.ts';
import { SpreadsheetButton } from '../../../documents/spreadsheet-button.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { ErrorRetry, Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { DateField } from '../../../ui/fields/dates/date-field.tsx';
import { schoolToday } from '../../../ui/fields/dates/school-clock.ts';
import { Toolbar } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { listMonthsToChoose, readLogFiltersFromAddress } from './log-filters-in-address.ts';
import { LogTable } from './log-table.tsx';
import styles from './office-log.module.css';

interface LogFiltersProps {
  question: OfficeLogFilters;
  people: Output<typeof reportsContract.readOfficeLog>['people'];
  place: AddressState;
  /** Students of the lines that are shown, and the one in the filter. */
  students: readonly { id: string; name: string }[];
  /** Whether there are earlier lines, of other students. */
  hasEarlier: boolean;
}

const kinds = Object.entries(logKinds).map(([value, { label }]) => ({ value: value as LogKind, label }));

/** A text that may be an id: one word with a digit. */
const studentId = /^(?=.*\d)[A-Za-z0-9._-]{1,40}$/;

/** Month, day, person, kind and student, each in the address. */
export function LogFilters({ question, people, place, students, hasEarlier }: LogFiltersProps) {
  return (
    <Toolbar as="fieldset" gap={8} across={12} className={styles.filters} aria-label="Filters">
      <div className={styles.filter}>
        <Combobox
          label="Month"
          options={listMonthsToChoose(schoolToday(), question.month)}
          value={question.month}
          onValueChange={(month) => place.change({ month, day: null })}
        />
      </div>
      <div className={styles.filter}>
        <DateField label="Day" value={question.day ?? null} onValueChange={(day) => place.change({ day })} />
      </div>
      <div className={styles.filter}>
        <Combobox
          label="Kind"
          options={kinds}
          value={question.kind ?? null}
          onValueChange={(kind) => place.change({ kind })}
          placeholder="All kinds"
        />
      </div>
      <div className={styles.filter}>
        <Combobox
          label="Person"
          options={people.map(({ account_id, name }) => ({ value: account_id, label: name }))}
          value={question.account_id ?? null}
          onValueChange={(person) => place.change({ person })}
          placeholder="Everybody"
        />
      </div>
      <div className={styles.filter}>
        <Combobox
          label="Student"
          options={students.map(({ id, name }) => ({ value: id, label: name }))}
          value={question.student_id ?? null}
          onValueChange={(student) => place.change({ student })}
          placeholder="Every student"
          hint={hasEarlier ? officeLogWordings.studentsOfLinesShown : undefined}
          empty={officeLogWordings.noLineOfStudent}
          offer={(typed) =>
            studentId.test(typed) ? { value: typed, label: officeLogWordings.everyLineOf(typed) } : undefined
          }
        />
      </div>
    </Toolbar>
  );
}

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
            row={reportsContract.readOfficeLog}
            input={{ ...question, format: 'xlsx' }}
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
