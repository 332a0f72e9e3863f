import { CircleCheck } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Output } from '#shared/http/contract.ts';
import { isTaughtByClass } from '#shared/people/form-level.ts';
import { type CompletenessRow, countMissing } from '#shared/term-reports/completeness-calls.ts';
import type { termReportsContract } from '#shared/term-reports/contract.ts';
import { completenessWordings, termReportWordings } from '#shared/term-reports/wordings.ts';
import type { SiteAddress } from '../../../address/use-address-state.ts';
import type { Session } from '../../../session/session.ts';
import { buildScreenAddress, sitePaths } from '../../../session/site-paths.ts';
import { DataTable } from '../../../tables/data-table.tsx';
import type { useTableState } from '../../../tables/table-state.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { FigureTile } from '../../../ui/display/figure-tile.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import type { PeriodChoice } from '../period-select.tsx';
import { BoardFilters, boardColumns } from './board-filters.tsx';
import { BoardMatrix, toFillState } from './board-matrix.tsx';
import styles from './completeness.module.css';

interface BoardProps {
  view: 'board' | 'list';
  board: Output<typeof termReportsContract.readCompleteness>;
  /** Every form is loaded. */
  isWhole: boolean;
  /** Placeholder of the forms that are still loading; null once all are loaded. */
  rest: ReactNode;
  /** The rows that match the filters. */
  shown: readonly CompletenessRow[];
  table: ReturnType<typeof useTableState>;
  session: Session;
  period: PeriodChoice;
}

/** Both views of what is entered: the same rows and filters, as classes by subjects or as a list. */
export function CompletenessBoard({ view, board, isWhole, rest, shown, table, session, period }: BoardProps) {
  const navigate = useNavigate();
  const linkOf = useCallback((row: CompletenessRow) => gapLink(row, session, period), [session, period]);
  const unregistered = board.classes.filter(({ reports }) => reports === 0).map(({ class_id }) => class_id);
  return (
    <Stack shrinks gap={12}>
      <Totals rows={shown} isWhole={isWhole} hasLegend={view === 'board'} />
      {view === 'list' ? (
        (rest ?? (
          <DataTable
            label="What is entered"
            rows={board.rows}
            columns={boardColumns}
            keyOf={keyOf}
            state={table.state}
            onChange={table.change}
            onOpen={(row) => {
              const to = linkOf(row);
              if (to !== null) navigate(to);
            }}
            searchPlaceholder="Class, subject or teacher"
            nothingFound={completenessWordings.nothingFound}
          />
        ))
      ) : (
        <>
          <BoardFilters rows={board.rows} state={table.state} onChange={table.change} />
          {shown.length === 0 && isWhole ? (
            <EmptyState
              icon={CircleCheck}
              title={completenessWordings.nothingFound}
              action={<Button onClick={() => table.change({ filters: {} })}>Show all</Button>}
            />
          ) : (
            <BoardMatrix rows={shown} linkOf={linkOf} />
          )}
          {rest}
        </>
      )}
      {unregistered.length > 0 && <Muted size={13}>{termReportWordings.noneRegisteredIn(unregistered)}</Muted>}
    </Stack>
  );
}

const keyOf = (row: CompletenessRow): string =>
  [row.class_id, row.subject_id ?? row.part, ...row.teachers.map(({ employee_id }) => employee_id)].join(' ');

/** Totals of marks, comments and remarks of the rows shown; no numbers before every form is loaded. */
function Totals({
  rows,
  isWhole,
  hasLegend,
}: {
  rows: readonly CompletenessRow[];
  isWhole: boolean;
  hasLegend: boolean;
}) {
  const ofSubjects = rows.filter(({ part }) => part === 'subject');
  const ofPosts = rows.filter(({ part }) => part !== 'subject');
  const sum = (some: readonly CompletenessRow[], of: (row: CompletenessRow) => number) =>
    some.reduce((all, row) => all + of(row), 0);
  const totals = [
    { name: 'Marks', some: ofSubjects, missing: (row: CompletenessRow) => countMissing(row).marks },
    { name: 'Comments', some: ofSubjects, missing: (row: CompletenessRow) => countMissing(row).texts },
    { name: 'Remarks', some: ofPosts, missing: (row: CompletenessRow) => countMissing(row).texts },
  ];
  return (
    <Row as="dl" align="stretch" wrap gap={8} className={styles.totals}>
      {totals.map(({ name, some, missing }) => {
        const all = sum(some, ({ students }) => students);
        if (all === 0) return null;
        const entered = all - sum(some, missing);
        return (
          <FigureTile key={name} name={name}>
            {isWhole ? (
              <dd data-state={toFillState(entered, all)}>
                <span>
                  {entered.toLocaleString('en')} of {all.toLocaleString('en')}
                </span>
                <small> {Math.floor((entered / all) * 100)} %</small>
              </dd>
            ) : (
              <dd>…</dd>
            )}
          </FigureTile>
        );
      })}
      {hasLegend && (
        <FigureTile name="Cells" isBare>
          <dd>marks above, comments below</dd>
        </FigureTile>
      )}
    </Row>
  );
}

/**
 * Address where a row's gap can be filled: the mark sheet of its lesson, the mark book where only course marks are
 * missing, or the record of the first student who lacks something. Null where the user may open none of them.
 */
function gapLink(
  row: CompletenessRow,
  session: Session,
  period: Pick<PeriodChoice, 'year' | 'term' | 'isCurrent' | 'years'>,
): SiteAddress | null {
  const isOffice = session.area === 'admin';
  const may = (menu: string) => isOffice && session.permissions.some((permission) => permission.menu === menu);
  const lesson = lessonIdOf(row, period.year);
  const [teacher] = row.teachers;
  // Mark sheets exist for lessons of the current year.
  if (lesson !== null && teacher && period.year === period.years[0]) {
    const place = { teacher: teacher.employee_id, lesson, term: String(period.term) };
    const isOnlyCourse = countMissing(row).texts === 0 && (row.exams ?? row.students) === row.students;
    if (isOnlyCourse && countMissing(row).marks > 0 && may('courseMark'))
      return buildScreenAddress(sitePaths.courseMark, place);
    if (may('enterMarks')) return buildScreenAddress(sitePaths.adminEnterMarks, place);
  }
  if (isOffice && !may('termReports')) return null;
  return buildScreenAddress(isOffice ? sitePaths.termDetails : sitePaths.viewReports, {
    class: row.class_id,
    ...(row.first_missing === null ? {} : { student: row.first_missing }),
    ...(period.isCurrent ? {} : { year: String(period.year), term: String(period.term) }),
  });
}

/** The lesson picker's id of a lesson: of a class below form 4, of a level from form 4 on. */
const lessonIdOf = ({ subject_id: subjectId, class_id: classId, form_level: level }: CompletenessRow, year: number) =>
  subjectId === null ? null : `${year}-${subjectId}-${isTaughtByClass(level) ? classId : `L${level}`}`;
