import { MessageSquareText, X } from 'lucide-react';
import type { RegisterRow } from '#shared/attendance/calls/register-calls.ts';
import type { Session } from '#shared/attendance/limits.ts';
import { cellName, lateSession, type RegisterMark, registerMarks } from '#shared/attendance/register-marks.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Avatar } from '../../../ui/display/avatar.tsx';
import styles from './register.module.css';

export const markWords: Record<RegisterMark, string> = { P: 'Present', A: 'Absent', L: 'Late' };
export const sessionWords: Record<Session, string> = { am: 'Morning', pm: 'Afternoon' };

interface MarkRowProps {
  row: RegisterRow;
  session: Session;
  /** The one student of the list whom Tab reaches. */
  isCurrent: boolean;
  /** False for who only looks. */
  mayWrite: boolean;
  /** Null clears the mark. A second press on a mark leaves it as it is. */
  onMark: (mark: RegisterMark | null) => void;
  /** Opens the student's day; absent for who may not explain it. */
  onOpen: (() => void) | undefined;
  onFocus: () => void;
}

/** A student in a register: who, what is known, and a mark of one press. */
export function MarkRow({ row, session, isCurrent, mayWrite, onMark, onOpen, onFocus }: MarkRowProps) {
  const chosen = row[session];
  const known = knownOf(row, session);
  const said = [row.name, chosen === null ? 'not marked' : markWords[chosen], known].filter((part) => part !== '');
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <li className={styles.item} data-field={cellName(row.student_id, session)} onFocus={onFocus}>
      <div className={styles.row}>
        <div
          role="radiogroup"
          aria-label={said.join(', ')}
          className={styles.student}
          data-student={row.student_id}
          tabIndex={tabIndex}
        >
          <Avatar name={row.name.split(', ').reverse().join(' ')} picture={row.picture} />
          <span className={styles.who}>
            <span className={styles.name}>{row.name}</span>
            <span className={styles.known} title={known}>
              {known}
            </span>
          </span>
          <span className={styles.marks}>
            {registerMarks.map((mark) => (
              // biome-ignore lint/a11y/useSemanticElements: a radio input moves with the arrows, which go from student to student here
              <button
                key={mark}
                type="button"
                role="radio"
                aria-checked={chosen === mark}
                aria-label={markWords[mark]}
                title={markWords[mark]}
                tabIndex={-1}
                className={styles.mark}
                data-mark={mark}
                disabled={!mayWrite || (mark === 'L' && !isArrival(row, session))}
                onClick={() => onMark(mark)}
              >
                {mark}
              </button>
            ))}
            <button
              type="button"
              className={styles.clear}
              aria-label={`Clear the mark of ${row.name}`}
              title="Clear the mark"
              tabIndex={-1}
              disabled={!mayWrite || chosen === null}
              onClick={() => onMark(null)}
            >
              <X size={16} aria-hidden />
            </button>
          </span>
        </div>
        {onOpen && (
          <IconButton label={`Day of ${row.name}`} icon={MessageSquareText} tabIndex={tabIndex} onClick={onOpen} />
        )}
      </div>
    </li>
  );
}

/** Late is said of the session in which the student came. */
export const isArrival = ({ am }: RegisterRow, session: Session): boolean =>
  session === 'am' || lateSession({ am: am === 'L' ? 'P' : (am ?? undefined) }) === session;

function knownOf(row: RegisterRow, session: Session): string {
  const by = row[`${session}_by`];
  const reason = row.reason ?? (row.excused === null ? null : 'told beforehand');
  return [
    row.scanned !== null && `scanned ${row.scanned}`,
    by !== null && row[session] !== null && `by ${by}`,
    session === 'pm' && row.am !== null && `morning ${row.am}`,
    reason !== null && (row.excused === 'excused' ? `${reason} (excused)` : reason),
  ]
    .filter((part) => part !== false)
    .join(' · ');
}
