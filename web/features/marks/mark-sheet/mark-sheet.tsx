import { ArrowRight, CalendarClock, Users } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { academicYearTitle, titleOfTerm } from '#shared/school/academic-year.ts';
import { useSchool } from '../../../api/school.ts';
import { ExplainCell } from '../../../explain/explain-cell.tsx';
import { FiguresButton } from '../../../figures/figures-button.tsx';
import { SheetFigures } from '../../../figures/sheet-figures.tsx';
import { CellHistory } from '../../../history/cell-history.tsx';
import type { Outbox } from '../../../outbox/outbox.ts';
import { outboxOf } from '../../../outbox/session-outbox.ts';
import { ClosedBand, closedColumns, useClosedTerm } from '../../../pickers/closed-term.tsx';
import type { OpenLesson } from '../../../pickers/teacher-lessons.tsx';
import type { Address } from '../../../place/use-place.ts';
import { useSession } from '../../../session/session.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { MarkGrid } from '../../../ui/grid/mark-grid.tsx';
import { preloadBottomSheet } from '../../../ui/overlays/bottom-sheet.tsx';
import { whenIdle, whenOpened } from '../../../ui/overlays/when-opened.tsx';
import { SheetPage, SheetTools } from '../../../ui/screen/sheet-page.tsx';
import { useMedia } from '../../../ui/screen/use-media.ts';
import { useSheetView } from '../../../ui/sheet-aids/kept-view.ts';
import { NothingMissing, SheetBars } from '../../../ui/sheet-aids/sheet-bars.tsx';
import { SheetMenu } from '../../../ui/sheet-aids/sheet-menu.tsx';
import { headingSorting, useSheetAids } from '../../../ui/sheet-aids/use-sheet-aids.ts';
import { CommentSheet } from './comment-sheet.tsx';
import type { EarlierMarkSheetProps } from './earlier-mark-sheet.tsx';
import styles from './mark-sheet.module.css';
import {
  explain,
  explainedTotals,
  figureColumns,
  marksFirst,
  rowTotal,
  sheetColumns,
  trailCells,
} from './sheet-columns.tsx';
import { type LoadedSheet, namedSheet, type SheetOf, useSheet, useSheetGrid } from './use-mark-sheet.ts';

/** Few open it. */
const EarlierSheet = whenOpened<EarlierMarkSheetProps>(() => import('./earlier-mark-sheet.tsx'));

interface MarkSheetProps extends Omit<OpenLesson, 'lesson'> {
  lesson: SheetOf;
  /** Address of the mark book page that the course marks come from; null where the user has none to open. */
  book: Address | null;
}

/** The mark sheet of one lesson and term (product §2 "Enter Marks"). */
export function MarkSheet(props: MarkSheetProps) {
  const { lesson, teacherName, year, term, terms, book, onTerm, onNext, onClose } = props;
  const outbox = outboxOf(useSession()?.id ?? '');
  const sheet = useSheet({ lesson, year, term, outbox });
  const [formClass, setFormClass] = useState('');
  const [isThenOpen, setThenOpen] = useState(false);
  useEffect(() => whenIdle(preloadBottomSheet), []);
  const closed = useClosedTerm({ year, term });

  const termTitle = titleOfTerm(terms, term);
  const subtitle = [`${termTitle}, ${academicYearTitle(year)}`, lesson.subject_title, teacherName];
  const filters = (
    <>
      {terms.length > 1 && (
        <Select
          label="Term"
          options={terms.map(({ id, title }) => ({ value: id, label: title }))}
          value={term}
          onValueChange={onTerm}
        />
      )}
      {lesson.form_classes.length > 1 && (
        <Select
          label="Form class"
          options={[{ value: '', label: 'All' }, ...lesson.form_classes.map((id) => ({ value: id, label: id }))]}
          value={formClass}
          onValueChange={setFormClass}
        />
      )}
    </>
  );
  const actions = (
    <>
      <IconButton label="Earlier versions of the sheet" icon={CalendarClock} onClick={() => setThenOpen(true)} />
      {onNext && (
        <Button icon={ArrowRight} onClick={onNext}>
          Next Subject Class
        </Button>
      )}
    </>
  );
  return (
    <SheetPage title={lesson.lesson} subtitle={subtitle.filter(Boolean).join(' · ')} onClose={onClose}>
      {sheet.data ? (
        <SheetGrid
          sheet={sheet.data}
          outbox={outbox}
          label={lesson.lesson}
          formClass={formClass}
          onAllClasses={() => setFormClass('')}
          filters={filters}
          actions={actions}
          book={book}
          closed={closed}
          named={namedSheet({ lesson, year, term })}
        />
      ) : (
        <>
          <SheetTools>
            {filters}
            {actions}
          </SheetTools>
          <Loading queries={[sheet]} what="students" lines={12} />
        </>
      )}
      <EarlierSheet
        sheet={namedSheet({ lesson, year, term })}
        open={isThenOpen}
        onClose={() => setThenOpen(false)}
        onRestored={() => void sheet.refetch()}
      />
    </SheetPage>
  );
}

interface SheetGridProps {
  sheet: LoadedSheet;
  outbox: Outbox;
  label: string;
  /** Empty for all classes. */
  formClass: string;
  onAllClasses: () => void;
  /** At the left and at the right end of the tools. */
  filters: ReactNode;
  actions: ReactNode;
  book: Address | null;
  /** Why the term takes no changes. */
  closed: string | undefined;
  /** How the sheet is named to the server. */
  named: ReturnType<typeof namedSheet>;
}

function SheetGrid(props: SheetGridProps) {
  const { named, sheet, outbox, label, formClass, onAllClasses, filters, actions, book, closed } = props;
  const { grid, entered } = useSheetGrid(sheet, outbox);
  const [commented, setCommented] = useState<string | null>(null);
  const activeCell = useRef<HTMLElement>(null);
  const keptAs = `mark-sheet/${outbox.user}`;
  const view = useSheetView(keptAs);
  const isPhone = useMedia('(max-width: 640px)');
  const { tints: schoolTints } = useSchool();
  const tints = view.tints ? schoolTints : null;
  const columns = useMemo(() => {
    const all = sheetColumns({ scheme: sheet.weightings, rows: sheet.data, outbox, tints });
    return closedColumns(isPhone ? marksFirst(all) : all, closed);
  }, [sheet, outbox, tints, closed, isPhone]);
  const everyRow = useMemo(
    () =>
      sheet.data.map(({ student_id, class_id, name, picture, registered }) => ({
        id: student_id,
        classId: class_id,
        name,
        picture,
        remark: registered ? undefined : 'Not registered',
      })),
    [sheet],
  );
  const isShown = useCallback(
    ({ classId }: { classId: string }) => formClass === '' || classId === formClass,
    [formClass],
  );
  const aids = useSheetAids({ grid, columns, rows: everyRow, isShown, onShowAll: onAllClasses, keptAs, view });
  const { rows } = aids;
  const columnsNow = useCallback(() => figureColumns(grid, { sheet, rows, outbox }), [grid, sheet, rows, outbox]);

  const cellOf = useMemo(() => trailCells(sheet.data), [sheet]);
  const explainedOf = useMemo(
    () => explainedTotals(grid, { scheme: sheet.weightings, rows: sheet.data }),
    [grid, sheet],
  );
  const figures = (
    <SheetFigures
      grid={grid}
      columns={columns}
      rows={rows}
      columnsNow={columnsNow}
      isShown={view.figures}
      tints={tints}
    />
  );
  return (
    <>
      <SheetTools>
        {filters}
        <dl className={styles.counts}>
          <Count label="In Class" value={sheet.total} />
          <Count label="Registered" value={sheet.registered} />
          <Count label="Entered" value={entered} />
        </dl>
        <SheetMenu aids={aids} activeCell={activeCell} />
        <CellHistory grid={grid} cellOf={cellOf} activeCell={activeCell} />
        <FiguresButton about={label} columnsNow={columnsNow} />
        <ExplainCell grid={grid} explainedOf={explainedOf} activeCell={activeCell} />
        <p className={styles.note}>
          <span id="sheet-note">{explain(sheet.weightings)}</span>{' '}
          {book !== null && sheet.weightings.course && <Link to={book}>Open the mark book</Link>}
        </p>
        {actions}
      </SheetTools>
      <ClosedBand why={closed} />
      <SheetBars aids={aids} />
      {tints && !view.figures && figures}
      {rows.length === 0 && aids.missing !== null ? (
        <NothingMissing />
      ) : rows.length === 0 ? (
        <EmptyState icon={Users} title="No students" text="No student of this class takes the subject." />
      ) : (
        <MarkGrid
          grid={grid}
          label={`Marks of ${label}`}
          corner="Student"
          columns={columns}
          rows={rows}
          onOpenText={setCommented}
          onKeys={aids.toggleKeys}
          activeCell={activeCell}
          sorting={headingSorting(aids)}
          foot={view.figures ? figures : undefined}
          describedBy="sheet-note"
        />
      )}
      <CommentSheet
        grid={grid}
        rows={rows}
        row={commented}
        onRow={setCommented}
        finalFocus={activeCell}
        sheet={named}
        totalOf={(row) => rowTotal(grid.view(row).values, sheet.weightings)}
      />
    </>
  );
}

const Count = ({ label, value }: { label: string; value: number }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);
