import { Search, Users } from 'lucide-react';
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Assessment } from '#shared/marks/mark-book/contract.ts';
import { markBookWordings } from '#shared/marks/wordings.ts';
import type { Lesson } from '#shared/people/contract.ts';
import { standsAlone } from '#shared/people/form-level.ts';
import { useSchool } from '../../../api/school.ts';
import { ExplainCell } from '../../../explain/explain-cell.tsx';
import { FiguresButton } from '../../../figures/figures-button.tsx';
import { SheetFigures } from '../../../figures/sheet-figures.tsx';
import { CellHistory } from '../../../history/cell-history.tsx';
import type { Outbox } from '../../../outbox/outbox.ts';
import { ClosedBand, closedColumns } from '../../../pickers/closed-term.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { plain } from '../../../ui/fields/search-text.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { GridModel } from '../../../ui/grid/grid-model.ts';
import { MarkGrid } from '../../../ui/grid/mark-grid.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { SheetTools } from '../../../ui/screen/sheet-page.tsx';
import { useSheetView } from '../../../ui/sheet-aids/kept-view.ts';
import { NothingMissing, SheetBars } from '../../../ui/sheet-aids/sheet-bars.tsx';
import { SheetMenu } from '../../../ui/sheet-aids/sheet-menu.tsx';
import { headingSorting, useSheetAids } from '../../../ui/sheet-aids/use-sheet-aids.ts';
import { CellNote } from './cell-note.tsx';
import { ClassChips } from './class-chips.tsx';
import { EarlierMarks } from './earlier-marks.tsx';
import styles from './mark-book.module.css';
import { explainedTotals, figureColumns, notedCells, pageColumns, trailCells } from './page-columns.tsx';
import { type LoadedPage, type PageNames, usePageGrid } from './use-mark-book.ts';

interface PageGridProps {
  lesson: Lesson;
  page: PageNames;
  loaded: LoadedPage;
  outbox: Outbox;
  onEdit: (assessment: Assessment) => void;
  /** Why the term takes no changes. */
  closed: string | undefined;
  /** Fields beside the search, and buttons at the right end. */
  filters: ReactNode;
  actions: ReactNode;
}

/** The toolbar and the grid of a page. */
export function PageGrid({ lesson, page, loaded, outbox, onEdit, closed, filters, actions }: PageGridProps) {
  const grid = usePageGrid(loaded, page, outbox);
  useSpokenRefusals(grid);
  const [search, setSearch] = useState('');
  const [formClass, setFormClass] = useState<string | null>(null);
  const { assesments: assessments, students, weightings, shows_weighted_total: showsWeight } = loaded;

  const courseWeight = showsWeight ? (weightings.course?.weight ?? null) : null;
  const keptAs = `mark-book/${outbox.user}`;
  const view = useSheetView(keptAs);
  const { tints: schoolTints } = useSchool();
  const tints = view.tints ? schoolTints : null;
  const columns = useMemo(
    () =>
      closedColumns(
        pageColumns({ assessments, students, page, outbox, courseWeight, tints, scheme: weightings, onEdit }),
        closed,
      ),
    [assessments, students, page, outbox, courseWeight, tints, weightings, onEdit, closed],
  );
  const wanted = plain(useDeferredValue(search).trim());
  const everyRow = useMemo(
    () =>
      students.map(({ id, class_id, first_name, last_name }) => ({
        id,
        classId: class_id,
        name: `${last_name}, ${first_name}`,
      })),
    [students],
  );
  const isShown = useCallback(
    ({ name, classId }: { name: string; classId: string }) =>
      (formClass ?? classId) === classId && plain(name).includes(wanted),
    [formClass, wanted],
  );
  const onShowAll = () => {
    setSearch('');
    setFormClass(null);
  };
  const aids = useSheetAids({ grid, columns, rows: everyRow, isShown, onShowAll, keptAs, view });
  const { rows } = aids;
  const columnsNow = useCallback(
    () => figureColumns(grid, { assessments, students, page, outbox, rows, scheme: weightings }),
    [grid, assessments, students, page, outbox, rows, weightings],
  );

  const activeCell = useRef<HTMLDivElement>(null);
  const cellOf = useMemo(() => trailCells({ assessments, students, page }), [assessments, students, page]);
  const notedOf = useMemo(() => notedCells(grid, loaded), [grid, loaded]);
  const explainedOf = useMemo(() => explainedTotals(grid, { loaded, courseWeight }), [grid, loaded, courseWeight]);
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
        <div className={styles.search}>
          <TextField
            label="Search"
            type="search"
            placeholder="Student name"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        {filters}
        <ClassChips
          classes={lesson.form_classes}
          disabled={standsAlone(page.form_level)}
          chosen={formClass}
          onChoose={setFormClass}
        />
        <SheetMenu aids={aids} activeCell={activeCell} />
        <CellNote grid={grid} page={page} notedOf={notedOf} activeCell={activeCell} />
        <CellHistory grid={grid} cellOf={cellOf} activeCell={activeCell} />
        <FiguresButton about={lesson.lesson} columnsNow={columnsNow} />
        <ExplainCell grid={grid} explainedOf={explainedOf} activeCell={activeCell} />
        <div className={styles.actions}>{actions}</div>
      </SheetTools>
      <ClosedBand why={closed} />
      <SheetBars aids={aids} />
      {tints && !view.figures && figures}
      {students.length === 0 ? (
        <EmptyState icon={Users} title="No students" text="No student of this class takes the subject." />
      ) : rows.length === 0 && aids.missing !== null ? (
        <NothingMissing />
      ) : rows.length === 0 ? (
        <EmptyState icon={Search} title="No student found" text="No name contains what you typed." />
      ) : (
        <MarkGrid
          grid={grid}
          label={`Mark book of ${lesson.lesson}`}
          corner="Student"
          columns={columns}
          rows={rows}
          onKeys={aids.toggleKeys}
          activeCell={activeCell}
          sorting={headingSorting(aids)}
          foot={view.figures ? figures : undefined}
        />
      )}
      <EarlierMarks students={students} />
    </>
  );
}

/** What the grid says of a mark that it did not take as it was typed is shown as well (product §5). */
function useSpokenRefusals(grid: GridModel): void {
  useEffect(
    () =>
      grid.subscribeAnnouncement(() => {
        const { text } = grid.announcement();
        for (const message of [markBookWordings.noTotal, markBookWordings.aboveTotal]) {
          if (text.includes(message)) snackbar(message, { tone: 'error' });
        }
      }),
    [grid],
  );
}
