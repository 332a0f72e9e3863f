import { ArrowRight, ChevronLeft, ChevronRight, Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { SearchDialog } from './search-dialog.tsx';
import styles from './term-reports.module.css';
import type { StudentRecord } from './use-class-records.ts';

interface RecordBarProps {
  /** Choices of year and term. */
  periodSelect: ReactNode;
  onNextClass: (() => void) | undefined;
  /** Null where the class has no students. */
  position: { index: number; ids: readonly string[]; onStudent: (studentId: string) => void } | null;
  search: { classId: string; records: readonly StudentRecord[] } | null;
  status: ReactNode;
}

/** PREV, 'n of m', NEXT, Search, the save status, year and term, and Next Class. */
export function RecordBar({ periodSelect, onNextClass, position, search, status }: RecordBarProps) {
  const [isSearching, setSearching] = useState(false);
  return (
    <div className={styles.bar}>
      {position && <Steps {...position} />}
      {search && (
        <>
          <Button icon={Search} onClick={() => setSearching(true)}>
            Search
          </Button>
          <SearchDialog
            {...search}
            open={isSearching}
            onView={(studentId) => {
              setSearching(false);
              position?.onStudent(studentId);
            }}
            onClose={() => setSearching(false)}
          />
        </>
      )}
      <div className={styles.status}>{status}</div>
      <div className={styles.end}>
        {periodSelect}
        {onNextClass && (
          <Button icon={ArrowRight} onClick={onNextClass}>
            Next Class
          </Button>
        )}
      </div>
    </div>
  );
}

function Steps({ index, ids, onStudent }: NonNullable<RecordBarProps['position']>) {
  const previous = ids[index - 1];
  const next = ids[index + 1];
  const go = (studentId: string | undefined) => {
    if (studentId !== undefined) onStudent(studentId);
  };
  useEffect(() => {
    // Alt with Page Up and Page Down moves on from any field; nothing else takes those keys.
    const onKey = (event: KeyboardEvent) => {
      const target = { PageUp: previous, PageDown: next }[event.key];
      if (!event.altKey || target === undefined) return;
      event.preventDefault();
      // What is being typed goes to its own student first.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      onStudent(target);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [previous, next, onStudent]);
  return (
    <nav className={styles.steps} aria-label="Students">
      <Button
        icon={ChevronLeft}
        disabled={previous === undefined}
        title="Alt + Page Up"
        aria-keyshortcuts="Alt+PageUp"
        onClick={() => go(previous)}
      >
        PREV
      </Button>
      <span className={styles.position} aria-live="polite">
        {index + 1} of {ids.length}
      </span>
      <Button
        icon={ChevronRight}
        disabled={next === undefined}
        title="Alt + Page Down"
        aria-keyshortcuts="Alt+PageDown"
        onClick={() => go(next)}
      >
        NEXT
      </Button>
    </nav>
  );
}
