import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { markScreenWordings } from '#shared/marks/wordings.ts';
import { studentWordings } from '#shared/students/wordings.ts';
import { type SiteAddress, useAddressState } from '../../../address/use-address-state.ts';
import type { Outbox } from '../../../outbox/outbox.ts';
import { openOutboxOf } from '../../../outbox/session-outbox.ts';
import { toReadOnlyColumns, useClosedTermReason } from '../../../pickers/closed-term.tsx';
import type { OpenLesson } from '../../../pickers/teacher-lessons.tsx';
import { useSession } from '../../../session/session.ts';
import { Loading } from '../../../ui/display/loading.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import { preloadBottomSheet } from '../../../ui/overlays/bottom-sheet.tsx';
import { lazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { loadWhenIdle } from '../../../ui/screen/idle.ts';
import { SheetPage, SheetTools } from '../../../ui/screen/sheet-page.tsx';
import { useMedia } from '../../../ui/screen/use-media.ts';
import { EarlierVersionsButton, lessonSubtitle, NextLessonButton, TermSelect } from '../lesson-tools.tsx';
import { MarkGridWithTools, useMarkGridView } from '../mark-grid-with-tools.tsx';
import { CommentSheet } from './comment-sheet.tsx';
import styles from './mark-sheet.module.css';
import type { MarkSheetAtMomentProps } from './mark-sheet-at-moment.tsx';
import {
  computeRowTotal,
  createSheetColumns,
  createSheetFigureColumns,
  createSheetHistoryFinder,
  createSheetTotalExplainer,
  describeScheme,
  orderColumnsForPhone,
} from './sheet-columns.tsx';
import {
  type LoadedMarkSheet,
  markSheetQuery,
  type SheetSelection,
  toSheetCallFields,
  useMarkSheetGrid,
} from './use-mark-sheet.ts';

const MarkSheetAtMoment = lazyOverlay<MarkSheetAtMomentProps>(() => import('./mark-sheet-at-moment.tsx'));

interface MarkSheetProps extends Omit<OpenLesson, 'lesson'> {
  lesson: SheetSelection;
  /** Address of the mark book page of the course marks; null if the user has none to open. */
  book: SiteAddress | null;
}

/** The mark sheet of one lesson and term (product §2 "Enter Marks"). */
export function MarkSheet(props: MarkSheetProps) {
  const { lesson, year, term, terms, book, onTerm, onNext, onClose } = props;
  const outbox = openOutboxOf(useSession()?.id ?? '');
  const sheet = useQuery(markSheetQuery({ lesson, year, term, outbox }));
  const place = useAddressState();
  const formClass = lesson.form_classes.find((id) => id === place.get('of-class')) ?? '';
  const setFormClass = (id: string) => place.change({ 'of-class': id || null });
  const [isEarlierOpen, setEarlierOpen] = useState(false);
  useEffect(() => loadWhenIdle(preloadBottomSheet), []);
  const closed = useClosedTermReason({ year, term });

  const filters = (
    <>
      <TermSelect terms={terms} term={term} onTerm={onTerm} />
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
      <EarlierVersionsButton onOpen={() => setEarlierOpen(true)} />
      <NextLessonButton onNext={onNext} />
    </>
  );
  return (
    <SheetPage title={lesson.lesson} subtitle={lessonSubtitle(props, lesson.subject_title)} onClose={onClose}>
      {sheet.data ? (
        <SheetGrid
          sheet={sheet.data}
          outbox={outbox}
          label={lesson.lesson}
          subjectTitle={lesson.subject_title}
          formClass={formClass}
          onAllClasses={() => setFormClass('')}
          filters={filters}
          actions={actions}
          book={book}
          closed={closed}
          named={toSheetCallFields({ lesson, year, term })}
        />
      ) : (
        <>
          <SheetTools end={actions}>{filters}</SheetTools>
          <Loading queries={[sheet]} what="students" lines={12} />
        </>
      )}
      <MarkSheetAtMoment
        sheet={toSheetCallFields({ lesson, year, term })}
        open={isEarlierOpen}
        onClose={() => setEarlierOpen(false)}
        onRestored={() => void sheet.refetch()}
      />
    </SheetPage>
  );
}

interface SheetGridProps {
  sheet: LoadedMarkSheet;
  outbox: Outbox;
  label: string;
  /** Empty for all classes. */
  formClass: string;
  onAllClasses: () => void;
  /** At the left and at the end of the tools. */
  filters: ReactNode;
  actions: ReactNode;
  book: SiteAddress | null;
  /** Why the term takes no changes. */
  closed: string | undefined;
  subjectTitle: string;
  /** How the sheet is named to the server. */
  named: ReturnType<typeof toSheetCallFields>;
}

function SheetGrid(props: SheetGridProps) {
  const { named, subjectTitle, sheet, outbox, label, formClass, onAllClasses, filters, actions, book, closed } = props;
  const { grid, entered } = useMarkSheetGrid(sheet, outbox);
  const [commented, setCommented] = useState<string | null>(null);
  const shown = useMarkGridView(`mark-sheet/${outbox.user}`);
  const { tints } = shown;
  const isPhone = useMedia('(max-width: 640px)');
  const columns = useMemo(() => {
    const all = createSheetColumns({ scheme: sheet.weightings, rows: sheet.data, outbox, tints });
    return toReadOnlyColumns(isPhone ? orderColumnsForPhone(all) : all, closed);
  }, [sheet, outbox, tints, closed, isPhone]);
  const everyRow = useMemo(
    () =>
      sheet.data.map(({ student_id, class_id, name, picture, registered, left }) => ({
        id: student_id,
        classId: class_id,
        name,
        picture,
        standing: left === undefined ? (registered ? undefined : 'Not registered') : studentWordings.left(left),
        isUncounted: left !== undefined,
      })),
    [sheet],
  );
  const isShown = useCallback(
    ({ classId }: { classId: string }) => formClass === '' || classId === formClass,
    [formClass],
  );
  // As the sheet is filtered, without those who left in the term.
  const counted = everyRow.filter((row) => isShown(row) && !row.isUncounted);
  const figuresOf = useCallback(
    (rows: readonly { id: string }[]) => createSheetFigureColumns(grid, { sheet, rows, outbox }),
    [grid, sheet, outbox],
  );
  const cellOf = useMemo(() => createSheetHistoryFinder(sheet.data), [sheet]);
  const explainedOf = useMemo(
    () => createSheetTotalExplainer(grid, { scheme: sheet.weightings, rows: sheet.data }),
    [grid, sheet],
  );
  return (
    <MarkGridWithTools
      grid={grid}
      columns={columns}
      rows={everyRow}
      isShown={isShown}
      onShowAll={onAllClasses}
      shown={shown}
      label={`Marks of ${label}`}
      about={label}
      figuresOf={figuresOf}
      cellOf={cellOf}
      explainedOf={explainedOf}
      closed={closed}
      onOpenText={setCommented}
      describedBy="sheet-note"
      filters={
        <>
          {filters}
          <Row as="dl" align="stretch" gap={16} className={styles.counts}>
            <Count label="In Class" value={counted.length} />
            <Count label="Registered" value={counted.filter(({ standing }) => standing === undefined).length} />
            <Count label="Entered" value={counted.filter(({ id }) => entered.has(id)).length} />
          </Row>
        </>
      }
      note={
        <p className={styles.note}>
          <span id="sheet-note">{describeScheme(sheet.weightings)}</span>{' '}
          {book !== null && sheet.weightings.course && <Link to={book}>{markScreenWordings.openTheMarkBook}</Link>}
        </p>
      }
      actions={actions}
    >
      {({ rows, activeCell }) => (
        <CommentSheet
          grid={grid}
          rows={rows}
          row={commented}
          onRow={setCommented}
          finalFocus={activeCell}
          sheet={named}
          subjectTitle={subjectTitle}
          totalOf={(row) => computeRowTotal(grid.view(row).values, sheet.weightings)}
        />
      )}
    </MarkGridWithTools>
  );
}

const Count = ({ label, value }: { label: string; value: number }) => (
  <Row gap={6} align="stretch">
    <Muted as="dt" size={13}>
      {label}
    </Muted>
    <dd>{value}</dd>
  </Row>
);
