import { CalendarClock, CalendarOff, ChevronLeft, ChevronRight, UserRoundCheck, Users } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import type { RegisterRow } from '#shared/attendance/calls/register-calls.ts';
import type { Session } from '#shared/attendance/limits.ts';
import { cellName } from '#shared/attendance/register-marks.ts';
import type { Outbox } from '../../../outbox/outbox.ts';
import { outboxOf } from '../../../outbox/session-outbox.ts';
import { FieldConflicts } from '../../../outbox/status/field-conflicts.tsx';
import { ClosedBand, useClosedDay } from '../../../pickers/closed-term.tsx';
import type { Place } from '../../../place/use-place.ts';
import { useSession } from '../../../session/session.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { DateField } from '../../../ui/fields/dates/date-field.tsx';
import { showDay } from '../../../ui/fields/dates/day-text.ts';
import { whenIdle } from '../../../ui/overlays/when-opened.tsx';
import { DayWindow, loadDayWindow } from '../corrections/day-part.ts';
import { ToldWindow } from '../told/told-window.tsx';
import { markWords, sessionWords } from './mark-row.tsx';
import { ReasonWindow } from './reason-window.tsx';
import styles from './register.module.css';
import { RegisterList } from './register-list.tsx';
import { studentOf } from './register-save.ts';
import { type LoadedRegister, useRegister, useRows } from './use-register.ts';

/** A class's day: which one, and its students. Today where the address names no day. */
export function RegisterDay({ classId, place }: { classId: string; place: Place }) {
  const outbox = outboxOf(useSession()?.id ?? '');
  const asked = place.get('date');
  const date = /^\d{4}-\d{2}-\d{2}$/.test(asked ?? '') ? asked : null;
  const register = useRegister(classId, date, outbox);
  const loaded = register.data;
  const shown = loaded?.date ?? date ?? '';
  const go = (to: string | null | undefined) => place.change({ date: to === loaded?.today ? null : to });
  const before = loaded?.days.findLast((day) => day < shown);
  const after = loaded?.days.find((day) => day > shown);
  return (
    <>
      <div className={styles.days}>
        <IconButton
          label="Earlier school day"
          icon={ChevronLeft}
          aria-disabled={before === undefined}
          onClick={() => before !== undefined && go(before)}
        />
        <DateField label="Day" value={shown === '' ? null : shown} max={loaded?.today} onValueChange={go} />
        <IconButton
          label="Later school day"
          icon={ChevronRight}
          aria-disabled={after === undefined}
          onClick={() => after !== undefined && go(after)}
        />
      </div>
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

function Sheet({ loaded, outbox, place }: { loaded: LoadedRegister; outbox: Outbox; place: Place }) {
  const { rows, target, say } = useRows(loaded, outbox);
  const [open, setOpen] = useState<string | null>(null);
  useEffect(() => whenIdle(loadDayWindow), []);
  const [isTelling, setTelling] = useState(false);
  const closed = useClosedDay(loaded.date);
  if (loaded.closed !== null)
    return <EmptyState icon={CalendarOff} title={`No register on ${showDay(loaded.date)}: ${loaded.closed}.`} />;
  if (rows.length === 0) return <EmptyState icon={Users} title="No students are in this class." />;
  const session = loaded.sessions.find((one) => one === place.get('session')) ?? usualSession(loaded);
  const unmarked = rows.filter((row) => row[session] === null);
  const mayWrite = loaded.as !== 'dean' && closed === undefined;
  const mayExplain = mayWrite && loaded.as !== 'lesson';
  const opened = rows.find(({ student_id }) => student_id === open);
  return (
    <>
      <ClosedBand why={closed} />
      <div className={styles.head}>
        <fieldset className={styles.sessions} aria-label="Session">
          {loaded.sessions.map((one) => (
            <Button key={one} aria-pressed={one === session} onClick={() => place.change({ session: one })}>
              {sessionWords[one]}
            </Button>
          ))}
        </fieldset>
        <p className={styles.counts} role="status">
          {countsText(rows, session)}
        </p>
        {mayWrite && (
          <Button
            icon={UserRoundCheck}
            unavailable={unmarked.length === 0}
            onClick={() => say(unmarked.map((row) => ({ row, field: session, value: 'P' })))}
          >
            All present
          </Button>
        )}
        {mayExplain && (
          <Button icon={CalendarClock} onClick={() => setTelling(true)}>
            Absences
          </Button>
        )}
      </div>
      <RegisterList
        key={session}
        classId={loaded.class_id}
        session={session}
        rows={rows}
        mayWrite={mayWrite}
        onMark={(row, mark) => say([{ row, field: session, value: mark }])}
        onOpen={mayExplain ? ({ student_id }) => setOpen(student_id) : undefined}
      />
      {mayWrite && (
        <p className={styles.hint}>
          Keys: P present, A absent, L late, Delete takes it back. All present marks those who are not marked yet.
        </p>
      )}
      <FieldConflicts
        outbox={outbox}
        fieldOf={(id, cell) => (id === target.id ? cellName(studentOf(cell), session) : undefined)}
      />
      {opened && loaded.date === loaded.today && (
        <ReasonWindow row={opened} date={loaded.date} say={say} onClose={() => setOpen(null)} />
      )}
      {opened && loaded.date !== loaded.today && (
        <Suspense fallback={null}>
          <DayWindow student={opened} date={loaded.date} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {isTelling && <ToldWindow classId={loaded.class_id} students={rows} onClose={() => setTelling(false)} />}
    </>
  );
}

/** The session that is on now, or the only one of a half day. */
const usualSession = ({ sessions, now }: LoadedRegister): Session =>
  sessions.find((one) => one === now) ?? sessions[0] ?? 'am';

function countsText(rows: readonly RegisterRow[], session: Session): string {
  const count = (mark: RegisterRow['am']) => rows.filter((row) => row[session] === mark).length;
  const marked = (['P', 'L', 'A'] as const).map((mark) => `${count(mark)} ${markWords[mark].toLowerCase()}`);
  const left = count(null);
  return [...marked, ...(left > 0 ? [`${left} not marked`] : [])].join(' · ');
}
