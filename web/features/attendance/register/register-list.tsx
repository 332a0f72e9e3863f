import { type KeyboardEvent, useRef, useState } from 'react';
import type { RegisterRow } from '#shared/attendance/calls/register-calls.ts';
import type { Session } from '#shared/attendance/limits.ts';
import type { RegisterMark } from '#shared/attendance/register-marks.ts';
import { isArrival, MarkRow, sessionWords } from './mark-row.tsx';
import styles from './register.module.css';

interface RegisterListProps {
  classId: string;
  session: Session;
  rows: readonly RegisterRow[];
  mayWrite: boolean;
  onMark: (row: RegisterRow, mark: RegisterMark | null) => void;
  onOpen: ((row: RegisterRow) => void) | undefined;
}

const markKeys: Readonly<Record<string, RegisterMark>> = { p: 'P', a: 'A', l: 'L' };

/**
 * The students of a class, one stop of Tab. P, A and L mark the student that has the focus and go on to the next one; Delete clears a
 * mark; arrows, Home and End move; Enter opens the student's day.
 */
export function RegisterList({ classId, session, rows, mayWrite, onMark, onOpen }: RegisterListProps) {
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
    else if (mark && mayWrite) {
      if (mark !== 'L' || isArrival(row, session)) onMark(row, mark);
      focusAt(at + 1);
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && mayWrite) onMark(row, null);
    else if (event.key === 'Enter' && onOpen && event.target === event.currentTarget.querySelector(':focus'))
      onOpen(row);
    else return;
    event.preventDefault();
  };
  const reached = rows.some(({ student_id }) => student_id === current) ? current : rows[0]?.student_id;
  return (
    <ul ref={list} className={styles.list} aria-label={`${classId}, ${sessionWords[session]}`} onKeyDown={onKeyDown}>
      {rows.map((row) => (
        <MarkRow
          key={row.student_id}
          row={row}
          session={session}
          isCurrent={row.student_id === reached}
          mayWrite={mayWrite}
          onMark={(mark) => onMark(row, mark)}
          onOpen={onOpen && (() => onOpen(row))}
          onFocus={() => setCurrent(row.student_id)}
        />
      ))}
    </ul>
  );
}
