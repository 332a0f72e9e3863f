import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { markScreenWordings } from '#shared/marks/wordings.ts';
import { studentNameApart } from '#shared/people/shared-names.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { studentWordings } from '#shared/students/wordings.ts';
import { queryWith } from '../../../api/query.ts';
import { connectGrid } from '../../../outbox/connect-grid.ts';
import type { Outbox } from '../../../outbox/outbox.ts';
import { newestTypedValues } from '../../../outbox/pending-record.ts';
import { openOutboxOf } from '../../../outbox/session-outbox.ts';
import { RowSaveStatusIcon } from '../../../outbox/status/row-save-status-icon.tsx';
import { ClosedTermBand } from '../../../pickers/closed-term.tsx';
import { useClosedDayReason } from '../../../pickers/closed-term-notes.ts';
import { useTeacherSession } from '../../../session/session.ts';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import type { GridColumn, RowValues } from '../../../ui/grid/grid-columns.ts';
import { GridModel } from '../../../ui/grid/grid-model.ts';
import { MarkGrid } from '../../../ui/grid/mark-grid.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { BandSlot, StatusSlot } from '../../../ui/screen/slot.ts';
import { NothingMissing, SheetBars, SheetMenu } from '../../../ui/sheet-aids/sheet-bars.tsx';
import { useSheetAids } from '../../../ui/sheet-aids/use-sheet-aids.ts';
import { useSheetAddress } from '../mark-grid-with-tools.tsx';
import { type WeeklyTestFields, weeklyMarkSaveTarget } from './weekly-mark-save.ts';
import styles from './weekly-tests.module.css';

interface WeeklyMarksDialogProps {
  /** Null: closed. */
  test: WeeklyTestFields | null;
  title: string;
  onClose: () => void;
}

/**
 * Edit/View Marks of one weekly test: clamped from 0 to its maximum, saved when a changed cell is left (product §5).
 */
export function WeeklyMarksDialog({ test, title, onClose }: WeeklyMarksDialogProps) {
  // Has the focus until the marks are loaded and take it.
  const around = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      openedBy="act"
      initialFocus={around}
      open={test !== null}
      title={title}
      status={
        <>
          <BandSlot className={styles.band} />
          <StatusSlot />
        </>
      }
      text={test ? `${test.form_class_id}, ${displayDate(test.week_end_date)}` : ''}
      onClose={onClose}
    >
      <div ref={around} tabIndex={-1} className={styles.around}>
        {test && <Marks test={test} title={title} />}
      </div>
    </Dialog>
  );
}

type Loaded = Output<typeof weeklyTestsContract.readMarksOfWeeklyTest>;

function Marks({ test, title }: { test: WeeklyTestFields; title: string }) {
  const outbox = openOutboxOf(useTeacherSession().id);
  const marks = useQuery({
    ...queryWith(weeklyTestsContract.readMarksOfWeeklyTest, { ...test }, async (ask) => {
      await outbox.ready;
      return ask();
    }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (!marks.data) return <Loading queries={[marks]} what="marks" lines={8} />;
  if (marks.data.students.length === 0) {
    return <EmptyState icon={Users} title="No students" text={markScreenWordings.noStudentTakesSubject} />;
  }
  return <MarksGrid test={test} title={title} loaded={marks.data} outbox={outbox} />;
}

function MarksGrid({
  test,
  title,
  loaded,
  outbox,
}: {
  test: WeeklyTestFields;
  title: string;
  loaded: Loaded;
  outbox: Outbox;
}) {
  const grid = useMarksGrid(test, loaded, outbox);
  const closed = useClosedDayReason(test.week_end_date, { elseCurrent: true });
  const columns = useMemo((): readonly GridColumn[] => {
    const ids = new Map(loaded.students.map((row) => [row.student_id, weeklyMarkSaveTarget(test, row).id]));
    return [
      {
        id: 'save',
        kind: 'node',
        label: '',
        name: 'Save status',
        width: 'var(--tick)',
        render: (row) => <RowSaveStatusIcon outbox={outbox} id={ids.get(row) ?? ''} />,
      },
      {
        id: 'mark',
        kind: 'number',
        label: 'Mark',
        hint: `/ ${loaded.max_mark}`,
        width: '96px',
        max: loaded.max_mark,
        decimals: 1,
        counts: 'marks',
        takesWords: true,
        closed,
      },
    ];
  }, [test, loaded, outbox, closed]);
  const everyRow = useMemo(
    () =>
      loaded.students.map(({ student_id, name, left }) => ({
        id: student_id,
        name,
        ...(left === undefined ? {} : { standing: studentWordings.left(left), isUncounted: true }),
      })),
    [loaded],
  );
  const aids = useSheetAids({
    grid,
    columns,
    rows: everyRow,
    keptAs: `weekly-test/${outbox.user}`,
    ...useSheetAddress(),
  });
  const activeCell = useRef<HTMLElement>(null);
  return (
    <Stack fill className={styles.marks}>
      <div>
        <SheetMenu aids={aids} activeCell={activeCell} />
      </div>
      <ClosedTermBand why={closed} />
      <SheetBars aids={aids} />
      {aids.rows.length === 0 ? (
        <NothingMissing />
      ) : (
        <MarkGrid
          grid={grid}
          label={`Marks of ${title}`}
          corner="Student"
          columns={columns}
          rows={aids.rows}
          onKeys={aids.toggleKeys}
          activeCell={activeCell}
        />
      )}
    </Stack>
  );
}

/** The grid of a test's marks, connected to the outbox. */
function useMarksGrid(test: WeeklyTestFields, loaded: Loaded, outbox: Outbox): GridModel {
  const grid = useMemo(() => {
    const values = loaded.students.map((row): [string, RowValues] => {
      const { waiting } = outbox.state(weeklyMarkSaveTarget(test, row).id);
      return [row.student_id, { mark: row.mark, ...(waiting && newestTypedValues(waiting)) }];
    });
    return new GridModel(new Map(values));
  }, [test, loaded, outbox]);
  useEffect(() => {
    const nameOf = studentNameApart(loaded.students);
    const targets = new Map(
      loaded.students.map((row) => [row.student_id, weeklyMarkSaveTarget(test, row, nameOf(row))]),
    );
    return connectGrid({ grid, outbox, targets });
  }, [grid, test, loaded, outbox]);
  return grid;
}
