import {
  CalendarClock,
  CalendarDays,
  CalendarOff,
  ChevronLeft,
  ChevronRight,
  UserRoundCheck,
  Users,
} from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { RegisterRow } from '#shared/attendance/calls/register-calls.ts';
import type { AttendanceSession } from '#shared/attendance/limits.ts';
import {
  type RegisterMark,
  registerCellName,
  registerMarkLabels,
  sessionLabels,
} from '#shared/attendance/register-marks.ts';
import { attendanceScreenWordings, attendanceWordings } from '#shared/attendance/wordings.ts';
import { displayDate } from '#shared/school/display-date.ts';
import type { AddressState } from '../../../address/use-address-state.ts';
import { useSchool } from '../../../api/school.ts';
import type { Outbox } from '../../../outbox/outbox.ts';
import { openOutboxOf } from '../../../outbox/session-outbox.ts';
import { FieldConflicts } from '../../../outbox/status/field-conflicts.tsx';
import { ClosedTermBand } from '../../../pickers/closed-term.tsx';
import { useClosedAttendanceReason } from '../../../pickers/closed-term-notes.ts';
import { useSession } from '../../../session/session.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { DateField } from '../../../ui/fields/dates/date-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import { lazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { loadWhenIdle } from '../../../ui/screen/idle.ts';
import type { AbsenceNoticesProps } from '../student-days/absence-notices.tsx';
import { LazyCorrectionWindow, loadCorrectionWindow } from '../student-days/lazy-correction-window.ts';
import { besideRegister } from './beside-register.ts';
import styles from './register.module.css';
import type { RegisterDaysProps } from './register-days.tsx';
import { RegisterList } from './register-list.tsx';
import { isRecordOfDay, toStudentId } from './register-save.ts';
import {
  AbsenceReasonWindow,
  type EntryReplacement,
  findProtectedEntry,
  ReplaceEntryWindow,
} from './register-windows.tsx';
import { type LoadedRegister, type RegisterEntry, useRegister, useRegisterRows } from './use-register.ts';

const loadAbsenceNotices = () => import('../student-days/absence-notices.tsx');
const AbsenceNotices = lazyOverlay<AbsenceNoticesProps>(loadAbsenceNotices);
const RegisterDays = lazyOverlay<RegisterDaysProps>(() => import('./register-days.tsx'));

const noNotes: ReadonlyMap<string, string> = new Map();

/** The register of a class on a day, by default today. */
export function RegisterDay({ classId, place }: { classId: string; place: AddressState }) {
  const outbox = openOutboxOf(useSession()?.id ?? '');
  const requested = place.get('date');
  const date = /^\d{4}-\d{2}-\d{2}$/.test(requested ?? '') ? requested : null;
  const register = useRegister(classId, date, outbox);
  const loaded = register.data;
  const shown = loaded?.date ?? date ?? '';
  const go = (to: string | null | undefined) => place.change({ date: to === loaded?.today ? null : to });
  const before = loaded?.days.findLast((day) => day < shown);
  const after = loaded?.days.find((day) => day > shown);
  const [showsTerm, setShowsTerm] = useState(false);
  return (
    <>
      <Row align="end" gap={4} className={styles.days}>
        <IconButton
          label="Earlier school day"
          icon={ChevronLeft}
          aria-disabled={before === undefined}
          onClick={() => before !== undefined && go(before)}
        />
        <DateField label="Day" value={shown === '' ? null : shown} max={loaded?.today} onValueChange={go} />
        <IconButton
          label={attendanceScreenWordings.laterSchoolDay}
          icon={ChevronRight}
          aria-disabled={after === undefined}
          onClick={() => after !== undefined && go(after)}
        />
        {loaded && loaded.as !== 'lesson' && (
          <Button icon={CalendarDays} onClick={() => setShowsTerm(true)}>
            Days of the Term
          </Button>
        )}
      </Row>
      {showsTerm && (
        <RegisterDays
          classId={classId}
          date={shown}
          open
          onDay={(day) => {
            setShowsTerm(false);
            go(day);
          }}
          onClose={() => setShowsTerm(false)}
        />
      )}
      <div className={styles.sheet}>
        {loaded ? (
          <Sheet key={loaded.date} loaded={loaded} outbox={outbox} place={place} />
        ) : (
          <Loading queries={[register]} what="register" lines={10} />
        )}
      </div>
    </>
  );
}

function Sheet({ loaded, outbox, place }: { loaded: LoadedRegister; outbox: Outbox; place: AddressState }) {
  const { rows, day, enter } = useRegisterRows(loaded, outbox);
  const [why, setWhy] = useState('');
  const whyField = useRef<HTMLInputElement>(null);
  const [isWhyMissing, setWhyMissing] = useState(false);
  const [replacing, setReplacing] = useState<EntryReplacement | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const isOfLesson = loaded.as === 'lesson';
  // Windows that a subject teacher cannot open.
  useEffect(() => (isOfLesson ? undefined : loadWhenIdle(loadCorrectionWindow, loadAbsenceNotices)), [isOfLesson]);
  const [showsNotices, setShowsNotices] = useState(false);
  const [notes, setNotes] = useState<ReadonlyMap<string, string>>(noNotes);
  const options = useSchool().options;
  const closed = useClosedAttendanceReason(loaded.date);
  const beside = !isOfLesson && (
    <Suspense fallback={null}>
      {besideRegister.of(options).map((Beside, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the options of a school do not change
        <Beside key={index} register={loaded} onNotes={setNotes} />
      ))}
    </Suspense>
  );
  if (loaded.closed !== null)
    return (
      <EmptyState
        icon={CalendarOff}
        title={`No register on ${displayDate(loaded.date)}: ${loaded.closed}.`}
        action={beside}
      />
    );
  if (rows.length === 0) return <EmptyState icon={Users} title="No students are in this class." />;
  const session = loaded.sessions.find((one) => one === place.get('session')) ?? usualSession(loaded);
  const unmarked = rows.filter((row) => row[session] === null);
  const canWrite = loaded.only_looks === null && closed === undefined;
  const isPast = loaded.date !== loaded.today;
  const write = (entries: readonly RegisterEntry[]) => {
    if (isPast && why.trim() === '') {
      setWhyMissing(true);
      whyField.current?.focus();
    } else enter(entries, isPast ? why.trim() : null);
  };
  const mark = (row: RegisterRow, value: RegisterMark | null) => {
    if (row[session] === value) return;
    const others = loaded.as === 'lesson' ? findProtectedEntry(row, session) : null;
    if (others) setReplacing({ row, value, ...others });
    else write([{ row, field: session, value }]);
  };
  const canExplain = canWrite && !isOfLesson;
  const opened = rows.find(({ student_id }) => student_id === open);
  return (
    <>
      <ClosedTermBand why={closed} what="it" />
      {loaded.only_looks !== null && loaded.as === 'lesson' && <Muted below={8}>{loaded.only_looks}</Muted>}
      <Row wrap gap={12} below={8} className={styles.head}>
        <Row as="fieldset" align="stretch" gap={4} className={styles.sessions} aria-label="Session">
          {loaded.sessions.map((one) => (
            <Button key={one} aria-pressed={one === session} onClick={() => place.change({ session: one })}>
              {sessionLabels[one]}
            </Button>
          ))}
        </Row>
        <p className={styles.counts} role="status">
          {countsText(rows, session)}
        </p>
        {canWrite && (
          <Button
            icon={UserRoundCheck}
            unavailable={unmarked.length === 0}
            onClick={() => write(unmarked.map((row) => ({ row, field: session, value: 'P' })))}
          >
            All present
          </Button>
        )}
        {canExplain && (
          <Button icon={CalendarClock} onClick={() => setShowsNotices(true)}>
            Absences
          </Button>
        )}
        {beside}
      </Row>
      {canWrite && isPast && (
        <TextField
          ref={whyField}
          label="Why this day is changed"
          maxLength={200}
          value={why}
          error={isWhyMissing && why.trim() === '' ? attendanceWordings.whyEarlierDay : undefined}
          onChange={(event) => setWhy(event.target.value)}
        />
      )}
      <RegisterList
        key={session}
        classId={loaded.class_id}
        session={session}
        rows={rows}
        notes={notes}
        canWrite={canWrite}
        onMark={mark}
        onOpen={canExplain ? ({ student_id }) => setOpen(student_id) : undefined}
      />
      {canWrite && (
        <Muted size={12.5} above={8}>
          Keys: P present, A absent, L late, Delete clears a mark. “All present” marks the students who are not marked
          yet.
        </Muted>
      )}
      <FieldConflicts
        outbox={outbox}
        fieldOf={(id, cell) => (isRecordOfDay(id, day) ? registerCellName(toStudentId(cell), session) : undefined)}
      />
      {opened && loaded.date === loaded.today && (
        <AbsenceReasonWindow row={opened} date={loaded.date} enter={enter} onClose={() => setOpen(null)} />
      )}
      {opened && loaded.date !== loaded.today && (
        <Suspense fallback={null}>
          <LazyCorrectionWindow student={opened} date={loaded.date} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {replacing && (
        <ReplaceEntryWindow
          {...replacing}
          session={session}
          onReplace={() => {
            const { row, value, at } = replacing;
            write([{ row, field: session, value, over: at }]);
          }}
          onClose={() => setReplacing(null)}
        />
      )}
      {showsNotices && (
        <AbsenceNotices classId={loaded.class_id} students={rows} open onClose={() => setShowsNotices(false)} />
      )}
    </>
  );
}

/** The present session, or the only one of a half day. */
const usualSession = ({ sessions, now }: LoadedRegister): AttendanceSession =>
  sessions.find((one) => one === now) ?? sessions[0] ?? 'am';

function countsText(rows: readonly RegisterRow[], session: AttendanceSession): string {
  const count = (mark: RegisterRow['am']) => rows.filter((row) => row[session] === mark).length;
  const marked = (['P', 'L', 'A'] as const).map((mark) => `${count(mark)} ${registerMarkLabels[mark].toLowerCase()}`);
  const left = count(null);
  return [...marked, ...(left > 0 ? [`${left} not marked`] : [])].join(' · ');
}
