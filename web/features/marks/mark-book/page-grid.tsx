import { NotebookPen, Search } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { Assessment, MarkBookStudent } from '#shared/marks/mark-book/contract.ts';
import type { Lesson } from '#shared/people/contract.ts';
import { isTaughtByClass } from '#shared/people/form-level.ts';
import { studentWordings } from '#shared/students/wordings.ts';
import { useAddressState, useAddressText } from '../../../address/use-address-state.ts';
import type { Outbox } from '../../../outbox/outbox.ts';
import { toReadOnlyColumns } from '../../../pickers/closed-term.tsx';
import { listWordings } from '../../../tables/wordings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { createTextMatcher, foldForSearch } from '../../../ui/fields/search-text.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { CellId } from '../../../ui/grid/entries.ts';
import type { GridModel } from '../../../ui/grid/grid-model.ts';
import { useCellWindow } from '../../../ui/grid/use-cell-window.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { lazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { uiWordings } from '../../../ui/wordings.ts';
import { MarkGridWithTools, useMarkGridView } from '../mark-grid-with-tools.tsx';
import { bookNameApart } from './book-line-save.ts';
import styles from './mark-book.module.css';
import type { MarkNoteFormProps, MarkWithNote } from './mark-note-form.tsx';
import {
  createMarkBookPageColumns,
  createMarkWithNoteFinder,
  createPageFigureColumns,
  createPageHistoryFinder,
  createPageTotalExplainer,
} from './page-columns.tsx';
import { type LoadedBookPage, type PageCallFields, useMarkBookGrid } from './use-mark-book.ts';

const MarkNoteForm = lazyOverlay<MarkNoteFormProps>(() => import('./mark-note-form.tsx'));

interface MarkNoteButtonProps {
  grid: GridModel;
  page: PageCallFields;
  /** Null for a cell that is not a mark. */
  notedOf: (cell: CellId) => MarkWithNote | null;
  /** The grid's active cell, which gets the focus back. */
  activeCell: RefObject<HTMLElement | null>;
}

/** The button that opens the note on the grid's active mark; Shift+F2 in the grid does the same. */
export function MarkNoteButton({ grid, page, notedOf, activeCell }: MarkNoteButtonProps) {
  const [opened, setOpened] = useState(0);
  const { shown, isOpen, openOrSay, close } = useCellWindow({
    grid,
    of: (cell) => {
      const found = notedOf(cell);
      // Each opening has a form of its own, with the current note.
      if (found) setOpened((count) => count + 1);
      return found;
    },
    activeCell,
    isKey: ({ key, shiftKey, ctrlKey }) => shiftKey && !ctrlKey && key === 'F2',
    otherwise: 'Choose a mark of an assessment first.',
  });
  return (
    <>
      <Button
        variant="quiet"
        icon={NotebookPen}
        aria-keyshortcuts="Shift+F2"
        title="Note on the mark (Shift+F2)"
        onClick={openOrSay}
      >
        Note
      </Button>
      {shown && <MarkNoteForm key={opened} grid={grid} page={page} open={isOpen} onClose={close} noted={shown} />}
    </>
  );
}

interface PageGridProps {
  lesson: Lesson;
  page: PageCallFields;
  loaded: LoadedBookPage;
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
  const grid = useMarkBookGrid(loaded, page, outbox);
  const [search, setSearch] = useAddressText('find');
  const place = useAddressState();
  const formClass = lesson.form_classes.find((id) => id === place.get('of-class')) ?? null;
  const setFormClass = (id: string | null) => place.change({ 'of-class': id });
  const { assesments: assessments, students, weightings, shows_weighted_total: showsWeight } = loaded;

  const courseWeight = showsWeight ? (weightings.course?.weight ?? null) : null;
  const shown = useMarkGridView(`mark-book/${outbox.user}`);
  const { tints } = shown;
  const columns = useMemo(
    () =>
      toReadOnlyColumns(
        createMarkBookPageColumns({
          assessments,
          students,
          page,
          outbox,
          courseWeight,
          tints,
          scheme: weightings,
          onEdit,
        }),
        closed,
      ),
    [assessments, students, page, outbox, courseWeight, tints, weightings, onEdit, closed],
  );
  const wanted = useDeferredValue(search);
  const everyRow = useMemo(
    () =>
      students.map(({ id, class_id, first_name, last_name, left }) => ({
        id,
        classId: class_id,
        name: `${last_name}, ${first_name}`,
        ...(left === undefined ? {} : { standing: studentWordings.left(left), isUncounted: true }),
      })),
    [students],
  );
  const isShown = useMemo(() => {
    const has = createTextMatcher(wanted);
    return ({ id, name, classId }: { id: string; name: string; classId: string }) =>
      (formClass ?? classId) === classId && has(foldForSearch(`${name} ${id} ${classId}`));
  }, [formClass, wanted]);
  const onShowAll = () => {
    setSearch('');
    setFormClass(null);
  };
  const figuresOf = useCallback(
    (rows: readonly { id: string }[]) =>
      createPageFigureColumns(grid, { assessments, students, page, outbox, rows, scheme: weightings }),
    [grid, assessments, students, page, outbox, weightings],
  );

  const cellOf = useMemo(() => createPageHistoryFinder({ assessments, students, page }), [assessments, students, page]);
  const notedOf = useMemo(() => createMarkWithNoteFinder(grid, loaded), [grid, loaded]);
  const explainedOf = useMemo(
    () => createPageTotalExplainer(grid, { loaded, courseWeight }),
    [grid, loaded, courseWeight],
  );
  return (
    <MarkGridWithTools
      grid={grid}
      columns={columns}
      rows={everyRow}
      isShown={isShown}
      onShowAll={onShowAll}
      shown={shown}
      label={`Mark book of ${lesson.lesson}`}
      about={lesson.lesson}
      figuresOf={figuresOf}
      cellOf={cellOf}
      explainedOf={explainedOf}
      closed={closed}
      nothingFound={<EmptyState icon={Search} title={uiWordings.noNameContainsThis} />}
      filters={
        <>
          <div className={styles.search}>
            <TextField
              label="Search"
              type="search"
              placeholder={listWordings.nameIdOrClass}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </div>
          {filters}
          <ClassChips
            classes={lesson.form_classes}
            disabled={isTaughtByClass(page.form_level)}
            chosen={formClass}
            onChoose={setFormClass}
          />
        </>
      }
      cellTool={(activeCell) => <MarkNoteButton grid={grid} page={page} notedOf={notedOf} activeCell={activeCell} />}
      actions={actions}
    >
      {() => <EarlierMarks students={students} />}
    </MarkGridWithTools>
  );
}

interface ClassChipsProps {
  classes: readonly string[];
  /** Below form 4 a page has one class (product §9). */
  disabled: boolean;
  /** Null for all. */
  chosen: string | null;
  onChoose: (classId: string | null) => void;
}

/** The form class chips: one class, or all. */
function ClassChips({ classes, disabled, chosen, onChoose }: ClassChipsProps) {
  const chips = disabled
    ? classes.map((id) => ({ id, label: id, isOn: true }))
    : [
        { id: null, label: 'All', isOn: chosen === null },
        ...classes.map((id) => ({ id, label: id, isOn: chosen === id })),
      ];
  return (
    <fieldset className={styles.chips} disabled={disabled}>
      <legend>Form class</legend>
      <Row gap={6} wrap>
        {chips.map(({ id, label, isOn }) => (
          <button key={label} type="button" className={styles.chip} aria-pressed={isOn} onClick={() => onChoose(id)}>
            {label}
          </button>
        ))}
      </Row>
    </fieldset>
  );
}

/** Names marks of the term from before a change of class: they count for totals and are in no cell of the page. */
function EarlierMarks({ students }: { students: readonly MarkBookStudent[] }) {
  const nameOf = bookNameApart(students);
  const lines = students.flatMap((student) => {
    const { earlier } = student;
    return earlier ? [`${nameOf(student)} ${earlier.mark} of ${earlier.out_of}`] : [];
  });
  if (lines.length === 0) return null;
  return <Alert tone="info">Totals include marks of this term from another class: {lines.join('; ')}.</Alert>;
}
