import { MessageSquareText, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { RegisterRow } from '#shared/attendance/calls/register-calls.ts';
import type { AttendanceSession } from '#shared/attendance/limits.ts';
import {
  arrivalSession,
  type RegisterMark,
  registerCellName,
  registerMarkLabels,
  registerMarks,
  sessionLabels,
} from '#shared/attendance/register-marks.ts';
import { studentNameApart } from '#shared/people/shared-names.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import styles from './register.module.css';

interface MarkRowProps {
  row: RegisterRow;
  /** With the id where another student of the list has the same name. */
  name: string;
  session: AttendanceSession;
  /** What the family has told of the day; undefined for nothing. */
  note: string | undefined;
  /** The one student of the list whom Tab reaches. */
  isCurrent: boolean;
  /** False where the user may only read. */
  canWrite: boolean;
  /** Null clears the mark. A second press on a mark leaves it as it is. */
  onMark: (mark: RegisterMark | null) => void;
  /** Opens the student's day; undefined where the user may not enter reasons. */
  onOpen: (() => void) | undefined;
  onFocus: () => void;
}

/** A student in a register, with the marks. */
function MarkRow({ row, name, session, note, isCurrent, canWrite, onMark, onOpen, onFocus }: MarkRowProps) {
  const chosen = row[session];
  const details = [note, detailsOf(row, session)].filter(Boolean).join(' · ');
  const label = [name, chosen === null ? 'not marked' : registerMarkLabels[chosen], details].filter(
    (part) => part !== '',
  );
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <li data-field={registerCellName(row.student_id, session)} onFocus={onFocus}>
      <Row gap={4} className={styles.row}>
        <Row
          gap={10}
          grow
          role="radiogroup"
          aria-label={label.join(', ')}
          className={styles.student}
          data-student={row.student_id}
          tabIndex={tabIndex}
        >
          <Avatar name={row.name.split(', ').reverse().join(' ')} picture={row.picture} />
          <Stack as="span" grow className={styles.who}>
            <span className={styles.name}>{name}</span>
            <span className={styles.details} title={details}>
              {details}
            </span>
          </Stack>
          <Row as="span" align="stretch" gap={4} className={styles.marks}>
            {registerMarks.map((mark) => (
              // biome-ignore lint/a11y/useSemanticElements: arrow keys move between radio inputs, but between students here
              <button
                key={mark}
                type="button"
                role="radio"
                aria-checked={chosen === mark}
                aria-label={registerMarkLabels[mark]}
                title={registerMarkLabels[mark]}
                tabIndex={-1}
                className={styles.mark}
                data-mark={mark}
                disabled={!canWrite || (mark === 'L' && !isArrival(row, session))}
                onClick={() => onMark(mark)}
              >
                {mark}
              </button>
            ))}
            <button
              type="button"
              className={styles.clear}
              aria-label={`Clear the mark of ${name}`}
              title="Clear the mark"
              tabIndex={-1}
              disabled={!canWrite || chosen === null}
              onClick={() => onMark(null)}
            >
              <X size={16} aria-hidden />
            </button>
          </Row>
        </Row>
        {onOpen && (
          <IconButton label={`Day of ${name}`} icon={MessageSquareText} tabIndex={tabIndex} onClick={onOpen} />
        )}
      </Row>
    </li>
  );
}

/** A student can only be late in the session of the arrival. */
const isArrival = ({ am }: RegisterRow, session: AttendanceSession): boolean =>
  session === 'am' || arrivalSession({ am: am === 'L' ? 'P' : (am ?? undefined) }) === session;

function detailsOf(row: RegisterRow, session: AttendanceSession): string {
  const by = row[`${session}_by`];
  const reason = row.reason ?? (row.excused === null ? null : 'absence notice');
  return [
    row.scanned !== null && `scanned ${row.scanned}`,
    by !== null && row[session] !== null && `by ${by}`,
    session === 'pm' && row.am !== null && `morning ${row.am}`,
    reason !== null && (row.excused === 'excused' ? `${reason} (excused)` : reason),
  ]
    .filter((part) => part !== false)
    .join(' · ');
}

interface RegisterListProps {
  classId: string;
  session: AttendanceSession;
  rows: readonly RegisterRow[];
  /** What families have told of the day, by student. */
  notes: ReadonlyMap<string, string>;
  canWrite: boolean;
  onMark: (row: RegisterRow, mark: RegisterMark | null) => void;
  onOpen: ((row: RegisterRow) => void) | undefined;
}

const markKeys: Readonly<Record<string, RegisterMark>> = { p: 'P', a: 'A', l: 'L' };

/**
 * The students of a class, of whom Tab reaches one. P, A and L mark the focused student and move to the next one;
 * Delete clears a mark; arrows, Home and End move; Enter opens the student's day.
 */
export function RegisterList({ classId, session, rows, notes, canWrite, onMark, onOpen }: RegisterListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState('');
  const focusAt = (index: number) => {
    const to = rows[Math.max(0, Math.min(rows.length - 1, index))]?.student_id ?? '';
    list.current?.querySelector<HTMLElement>(`[data-student="${CSS.escape(to)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { student: studentId } = (event.target as HTMLElement).closest<HTMLElement>('[data-student]')?.dataset ?? {};
    const at = rows.findIndex((row) => row.student_id === studentId);
    const row = rows[at];
    if (!row) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    const mark = markKeys[event.key.toLowerCase()];
    if (to !== undefined) focusAt(to);
    else if (mark && canWrite) {
      if (mark !== 'L' || isArrival(row, session)) onMark(row, mark);
      focusAt(at + 1);
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && canWrite) onMark(row, null);
    else if (event.key === 'Enter' && onOpen && event.target === event.currentTarget.querySelector(':focus'))
      onOpen(row);
    else return;
    event.preventDefault();
  };
  const nameOf = studentNameApart(rows);
  const reached = rows.some(({ student_id }) => student_id === current) ? current : rows[0]?.student_id;
  return (
    <Stack
      as="ul"
      lined
      ref={list}
      className={styles.list}
      aria-label={`${classId}, ${sessionLabels[session]}`}
      onKeyDown={onKeyDown}
    >
      {rows.map((row) => (
        <MarkRow
          key={row.student_id}
          row={row}
          name={nameOf(row)}
          session={session}
          note={notes.get(row.student_id)}
          isCurrent={row.student_id === reached}
          canWrite={canWrite}
          onMark={(mark) => onMark(row, mark)}
          onOpen={onOpen && (() => onOpen(row))}
          onFocus={() => setCurrent(row.student_id)}
        />
      ))}
    </Stack>
  );
}
