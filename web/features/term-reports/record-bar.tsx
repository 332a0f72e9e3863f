import { Badge } from '@aws-amplify/ui-react';
import { ChevronLeft, ChevronRight, Search } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { studentWordings } from '#shared/students/wordings.ts';
import { useAddressText } from '../../address/use-address-state.ts';
import { ExplainedFigure } from '../../explain/explained-figure.tsx';
import type { ExplanationSource } from '../../explain/explanation-window.tsx';
import { useSession } from '../../session/session.ts';
import { buildScreenAddress, sitePaths } from '../../session/site-paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Muted, Text } from '../../ui/layout/text.tsx';
import styles from './record-bar.module.css';
import { SearchClassDialog, type SearchedStudent } from './search-class-dialog.tsx';
import type { StudentRecord } from './use-class-records.ts';

/** What the bar shows of a student. */
export type BarStudent = SearchedStudent & Pick<StudentRecord, 'picture' | 'left'>;

interface RecordBarProps {
  record: BarStudent;
  /** Of the class. */
  records: readonly BarStudent[];
  classId: string;
  onStudent: (studentId: string) => void;
  /** {@link AverageBox} */
  average: ReactNode;
  status: ReactNode;
}

/**
 * The sticky bar above the record: PREV and NEXT, the student with picture and 'n of m', the Average box, the save
 * status and Search (product §2). It stays mounted from student to student, so that a pressed button keeps the focus.
 */
export function RecordBar({ record, records, classId, onStudent, average, status }: RecordBarProps) {
  const index = records.findIndex(({ student_id }) => student_id === record.student_id);
  const [search, setSearch] = useAddressText('search');
  const [isSearching, setSearching] = useState(search !== '');
  const endSearch = () => {
    setSearching(false);
    setSearch('');
  };
  const bar = useHeightVariable();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isJump(event)) return;
      event.preventDefault();
      setSearching(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div className={styles.bar} ref={bar}>
      <Steps previous={records[index - 1]?.student_id} next={records[index + 1]?.student_id} onStudent={onStudent} />
      <Row gap={10} className={styles.student} shrinks>
        <Avatar key={record.student_id} name={record.name} picture={record.picture} />
        <Text as="div" shrinks>
          <Text as="h2" size="15on20" breaks>
            <StudentName record={record} />
          </Text>
          <Muted size="12.5on18" figures aria-live="polite">
            <span>{`${index + 1} of ${records.length}`}</span>
            <span className={styles.more}>{` · ${record.student_id} · ${record.class_id}`}</span>
          </Muted>
        </Text>
        {!record.registered && <Badge variation="warning">Not registered</Badge>}
        {record.left !== undefined && <Badge>{studentWordings.left(record.left)}</Badge>}
      </Row>
      {average}
      <div className={styles.status}>{status}</div>
      <Button icon={Search} title="Alt + J" aria-keyshortcuts="Alt+J" onClick={() => setSearching(true)}>
        Search
      </Button>
      <SearchClassDialog
        open={isSearching}
        classId={classId}
        records={records}
        search={search}
        onSearch={setSearch}
        onView={(studentId) => {
          endSearch();
          onStudent(studentId);
        }}
        onClose={endSearch}
      />
    </div>
  );
}

interface AverageBoxProps {
  /** The student. */
  of: string;
  average: { text: string | null; entered: number; of: number };
  /** Explains the average and its rank in the class. */
  explain: ExplanationSource;
}

/** The average of the subjects that have a total, and of how many it is. */
export const AverageBox = ({ of, average, explain }: AverageBoxProps) => (
  <AverageFrame below={`${average.entered} of ${average.of} entered`}>
    <ExplainedFigure
      text={average.text === null ? '--' : `${average.text} %`}
      title="Average and rank in the class"
      about={of}
      explain={explain}
    />
  </AverageFrame>
);

/** An average in the bar, and a line of facts below it. */
export const AverageFrame = ({ below, children }: { below: string; children: ReactNode }) => (
  <dl className={styles.average}>
    <Muted as="dt" size={12.5}>
      Average
    </Muted>
    <dd>{children}</dd>
    <dd className={styles.entered}>{below}</dd>
  </dl>
);

/** Writes the bar's height into `--record-bar`, for what is sticky below it. */
function useHeightVariable(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const write = () =>
      element.parentElement?.style.setProperty('--record-bar', `${element.getBoundingClientRect().height}px`);
    const observer = new ResizeObserver(write);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return bar;
}

/** Links to the student's page, for administrators who may open it. */
function StudentName({ record: { student_id, name } }: Pick<RecordBarProps, 'record'>) {
  const session = useSession();
  const canOpen =
    session?.area === 'admin' &&
    session.kind === 'Admin' &&
    session.permissions.some(({ menu }) => menu === 'students');
  return canOpen ? (
    <Link to={buildScreenAddress(sitePaths.students, { student: student_id })}>{name}</Link>
  ) : (
    <span>{name}</span>
  );
}

interface StepsProps extends Pick<RecordBarProps, 'onStudent'> {
  /** Undefined at either end of the class. */
  previous: string | undefined;
  next: string | undefined;
}

function Steps({ previous, next, onStudent }: StepsProps) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = stepOf(event);
      if (step === null) return;
      // Also at either end: by default Alt and an arrow would leave the page.
      event.preventDefault();
      const target = step === 'previous' ? previous : next;
      if (target !== undefined) onStudent(target);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [previous, next, onStudent]);
  return (
    <Row as="nav" align="stretch" gap={8} className={styles.steps} aria-label="Students">
      <Step label="PREV" keys="ArrowLeft" to={previous} onStudent={onStudent} />
      <Step label="NEXT" keys="ArrowRight" to={next} onStudent={onStudent} />
    </Row>
  );
}

interface StepProps {
  label: 'PREV' | 'NEXT';
  keys: string;
  /** Undefined at the end of the class. */
  to: string | undefined;
  onStudent: (studentId: string) => void;
}

/** At the end of the class `aria-disabled`, not disabled: a disabled button loses the focus. */
const Step = ({ label, keys, to, onStudent }: StepProps) => (
  <Button
    icon={label === 'PREV' ? ChevronLeft : ChevronRight}
    unavailable={to === undefined}
    title={label === 'PREV' ? 'Alt + Left' : 'Alt + Right'}
    aria-keyshortcuts={`Alt+${keys}`}
    onClick={() => to !== undefined && onStudent(to)}
  >
    {label}
  </Button>
);

const steps: Readonly<Record<string, 'previous' | 'next'>> = {
  ArrowLeft: 'previous',
  ArrowUp: 'previous',
  PageUp: 'previous',
  ArrowRight: 'next',
  ArrowDown: 'next',
  PageDown: 'next',
};

/** Alt+J: jumps to a student, by the key's place on the keyboard as a Mac types another letter with it. */
const isJump = ({ code, altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean =>
  code === 'KeyJ' && altKey && !ctrlKey && !metaKey && !isInDialog(target);

/** A dialog is about one student. */
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null;

/** Alt with an arrow, Page Up or Page Down moves to another student, unless the focused field uses the key itself. */
function stepOf({ key, altKey, ctrlKey, metaKey, target }: KeyboardEvent): 'previous' | 'next' | null {
  const step = steps[key];
  if (!altKey || ctrlKey || metaKey || step === undefined) return null;
  const field = target instanceof Element ? target : null;
  if (isInDialog(target)) return null;
  // These keys open and close a list.
  if ((key === 'ArrowUp' || key === 'ArrowDown') && field?.closest('[role=combobox], [role=listbox]')) return null;
  // On a Mac these keys move by words.
  const isWordStep = (key === 'ArrowLeft' || key === 'ArrowRight') && /Mac|iP/.test(navigator.platform);
  return isWordStep && field?.matches('input, textarea') ? null : step;
}
