import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { RawInput } from '#shared/http/contract.ts';
import { commentLimit } from '#shared/marks/field-names.ts';
import type { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import type { Mark } from '#shared/marks/mark-words.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { lazyWithRetry } from '../../../ui/display/lazy-with-retry.ts';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import type { ModelRow } from '../../../ui/grid/grid-cursor.ts';
import type { GridModel } from '../../../ui/grid/grid-model.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { BottomSheet } from '../../../ui/overlays/bottom-sheet.tsx';
import { removeSlashSearch } from './comments/comment-text.ts';
import styles from './mark-sheet.module.css';

const CommentHelp = lazyWithRetry(() => import('./comments/comment-help.tsx'));

interface CommentSheetProps {
  grid: GridModel;
  /** The visible students, to go from one comment to the next. */
  rows: readonly ModelRow[];
  /** Student whose comment is open; null: closed. */
  row: string | null;
  onRow: (row: string | null) => void;
  /** Where the focus goes on closing. */
  finalFocus: RefObject<HTMLElement | null>;
  /** How the sheet is named to the server. */
  sheet: RawInput<typeof markSheetContract.readLastTermMarks>;
  subjectTitle: string;
  /** A student's total in per cent. */
  totalOf: (row: string) => Mark | null;
}

/** The comment of one student, up to 500 characters, in a sheet from the lower edge (product §2). */
export function CommentSheet(props: CommentSheetProps) {
  const { grid, rows, row, onRow, finalFocus, sheet, subjectTitle, totalOf } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const index = rows.findIndex(({ id }) => id === row);
  // The last student stays visible while the sheet closes.
  const [last, setLast] = useState<ModelRow | undefined>();
  const shown = rows[index] ?? last;
  if (rows[index] && rows[index] !== last) setLast(rows[index]);

  const step = (by: 1 | -1) => {
    const id = rows[index + by]?.id;
    if (id === undefined) return;
    grid.activateCell({ row: id, column: 'comment' });
    onRow(id);
  };
  return (
    <BottomSheet
      openedBy="act"
      open={row !== null}
      onClose={() => onRow(null)}
      title={`Comment — ${[shown?.name, shown?.standing].filter(Boolean).join(' · ')}`}
      initialFocus={area}
      savesItself
      finalFocus={() => {
        finalFocus.current?.focus();
        return finalFocus.current !== null;
      }}
      footer={
        <>
          <Row as="span" align="stretch" gap={4} className={styles.steps}>
            <IconButton label="Previous student" icon={ChevronLeft} disabled={index <= 0} onClick={() => step(-1)} />
            <IconButton
              label="Next student"
              icon={ChevronRight}
              disabled={index < 0 || index === rows.length - 1}
              onClick={() => step(1)}
            />
          </Row>
          <Button variant="primary" onClick={() => onRow(null)}>
            Done
          </Button>
        </>
      }
    >
      {shown && (
        <CommentText
          key={shown.id}
          grid={grid}
          rows={rows}
          student={shown}
          area={area}
          sheet={sheet}
          subjectTitle={subjectTitle}
          totalOf={totalOf}
        />
      )}
    </BottomSheet>
  );
}

/** The total if it is a number: comments are kept for ranges of totals. */
const numberIn = (total: Mark | null): number | null => (typeof total === 'number' ? total : null);

/** The comment, or a refused text that was too long. */
function shownComment(grid: GridModel, row: string): string {
  const { values, notes } = grid.view(row);
  return notes.comment?.kind === 'refused' ? notes.comment.typed : String(values.comment ?? '');
}

/** Milliseconds without a key after which the comment is saved. */
const pause = 800;

interface CommentTextProps extends Pick<CommentSheetProps, 'grid' | 'rows' | 'sheet' | 'subjectTitle' | 'totalOf'> {
  student: ModelRow;
  area: RefObject<HTMLTextAreaElement | null>;
}

/** Saves after a pause in typing, when the page is hidden, and when the sheet closes. */
function CommentText({ grid, rows, student, area, sheet, subjectTitle, totalOf }: CommentTextProps) {
  const row = student.id;
  const [warning, setWarning] = useState<string | null>(null);
  const [text, setText] = useState(() => shownComment(grid, row));
  const [caret, setCaret] = useState(text.length);
  const draft = useRef({ text, seen: grid.view(row).values.comment ?? null });

  /** While a comment is being chosen, the slash and the search after it are not saved. */
  const search = useRef<{ start: number; end: number } | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const onChoosing = useCallback((found: typeof search.current) => {
    search.current = found;
    setChoosing(found !== null);
  }, []);
  const kept = useCallback(
    () => ({ ...draft.current, text: removeSlashSearch(draft.current.text, search.current) }),
    [],
  );

  const take = useCallback(() => {
    const { text: toKeep, seen } = kept();
    grid.enter({ row, column: 'comment' }, toKeep, seen);
    draft.current.seen = grid.view(row).values.comment ?? null;
  }, [grid, row, kept]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each key starts the pause again
  useEffect(() => {
    if (isChoosing) return;
    const timer = setTimeout(take, pause);
    return () => clearTimeout(timer);
  }, [text, take, isChoosing]);

  const write = useCallback(
    (value: string, at: number) => {
      draft.current.text = value;
      grid.typing(() => ({ cell: { row, column: 'comment' }, ...kept() }));
      setText(value);
      setCaret(at);
    },
    [grid, row, kept],
  );

  useEffect(() => {
    const element = area.current;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
    // Keys that were typed before the field was rendered.
    const early = grid.takeBufferedKeys(row);
    const typed = draft.current.text + early;
    if (early !== '') write(typed, typed.length);
    window.addEventListener('visibilitychange', take, true);
    window.addEventListener('pagehide', take, true);
    return () => {
      window.removeEventListener('visibilitychange', take, true);
      window.removeEventListener('pagehide', take, true);
      take();
    };
  }, [area, take, grid, row, write]);

  const others = () =>
    rows
      .filter(({ id }) => id !== row)
      .map(({ id, name }) => ({ text: String(grid.view(id).values.comment ?? ''), name }));
  return (
    <>
      <TextArea
        ref={area}
        label="Comment"
        limit={commentLimit}
        rows={5}
        value={text}
        warning={warning ?? undefined}
        // The caret comes from React's own events: a state that a listener of the element sets at each key is drawn
        // before React has read the field, and puts the text without that key back.
        onValueChange={(value) => write(value, area.current?.selectionStart ?? value.length)}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
      />
      <Suspense fallback={null}>
        <CommentHelp
          area={area}
          text={text}
          caret={caret}
          onText={write}
          student={student}
          total={numberIn(totalOf(row))}
          others={others}
          sheet={sheet}
          subjectTitle={subjectTitle}
          onWarning={setWarning}
          onChoosing={onChoosing}
        />
      </Suspense>
    </>
  );
}
