import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Output } from '#shared/http/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { noteText } from '#shared/options/families/family-note.ts';
import { familyNoteWordings as wordings } from '#shared/options/families/note-wordings.ts';
import { pluralize } from '#shared/pluralize.ts';
import { displayDate, displayRange } from '#shared/school/display-date.ts';
import { attempt } from '../../../acts/attempt.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/errors.ts';
import { useUnsavedWork } from '../../../session/unsaved-work.ts';
import { AbsenceForm } from './absence-form.tsx';
import type { MyReports } from './family-session.ts';
import { PageHeading } from './focus.tsx';
import { LoadFailed, WaitingForAnswer } from './page-states.tsx';

type Note = Output<typeof familiesContract.listMyAbsenceNotes>[number];

/** The student's absence notes, a form for another, and what the school says to each. */
export default function AbsenceNotes({ student }: { student: MyReports['student'] }) {
  const [notes, setNotes] = useState<readonly Note[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState<{ message: string } | null>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const open = useCallback(async () => {
    setFailure(null);
    await attempt(
      async () => setNotes(await call(familiesContract.listMyAbsenceNotes, {})),
      (error) => setFailure(messageOf(error)),
    );
  }, []);
  useEffect(() => void open(), [open]);
  useEffect(() => {
    document.title = 'Absence notes';
  }, []);
  // It is above the form and the notes, and what was pressed may be gone.
  useEffect(() => {
    if (done) status.current?.focus();
  }, [done]);
  const onDone = (message: string) => {
    setDone({ message });
    void open();
  };
  if (failure !== null) return <LoadFailed message={failure} onRetry={() => void open()} />;
  if (!notes) return <WaitingForAnswer />;
  return (
    <main className="page">
      <Link to="/reports">My reports</Link>
      <PageHeading>Absence notes</PageHeading>
      <p className="quiet">
        {student.name}, {student.class_id}. {wordings.about}
      </p>
      <p role="status" tabIndex={-1} ref={status} className={done === null ? undefined : 'done'}>
        {done?.message}
      </p>
      <AbsenceForm onSent={() => onDone(wordings.sent)} />
      <section className="card" aria-label="Notes">
        <h2>Your notes</h2>
        {notes.length === 0 && <p className="quiet">{wordings.none}</p>}
        <ul className="reports">
          {notes.map((note) => (
            <li key={note.id}>
              <NoteOfFamily note={note} onDone={onDone} onChanged={() => void open()} />
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}

interface NoteProps {
  note: Note;
  onDone: (message: string) => void;
  /** The school has changed the note since it was shown. */
  onChanged: () => void;
}

function NoteOfFamily({ note, onDone, onChanged }: NoteProps) {
  const { id, version, state, messages, accepted } = note;
  const { act, isBusy, problem, setProblem } = useAct({
    onFailed: (error) => {
      setProblem(messageOf(error));
      onChanged();
    },
  });
  const withdraw = async () => {
    await call(familiesContract.withdrawMyAbsenceNote, { id, version });
    onDone(wordings.isWithdrawn);
  };
  const answer = async (text: string) => {
    await call(familiesContract.answerAboutAbsenceNote, { id, version, text });
    onDone(wordings.answered);
  };
  return (
    <>
      <p className="beside row">
        <span>{displayRange(note)}</span>
        <span>{wordings.states[state]}</span>
      </p>
      <p>
        {noteText(note.why, note.words)}
        <span className="quiet">
          {' '}
          {pluralize(note.days, 'school day')}
          {note.has_picture && ', with a picture'}
        </span>
      </p>
      {messages.map(({ of_school, by, at, text }) => (
        <p className="says" key={at}>
          <span className="quiet">{of_school ? (by ?? 'The school') : 'Your answer'}: </span>
          {text}
        </p>
      ))}
      {accepted && <p className="quiet">{wordings.accepted(accepted.by, accepted.excused)}</p>}
      {accepted?.left.map(({ date, reason }) => (
        <p className="quiet" key={date}>
          {wordings.leftDay(displayDate(date), reason)}
        </p>
      ))}
      {problem !== null && (
        <p className="fault" role="alert">
          {problem}
        </p>
      )}
      {state === 'asked' && <Answer isBusy={isBusy} onSend={(text) => void act(() => answer(text))} />}
      {(state === 'sent' || state === 'asked') && (
        <p className="beside acts">
          <button type="button" className="plain" aria-disabled={isBusy} onClick={() => void act(withdraw)}>
            Withdraw<span className="visually-hidden"> the note of {displayRange(note)}</span>
          </button>
        </p>
      )}
    </>
  );
}

function Answer({ isBusy, onSend }: { isBusy: boolean; onSend: (text: string) => void }) {
  const [text, setText] = useState('');
  useUnsavedWork(text.trim() !== '');
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onSend(text.trim());
  };
  return (
    <form onSubmit={submit} aria-busy={isBusy}>
      <label htmlFor={id}>Answer</label>
      <textarea id={id} rows={2} maxLength={300} value={text} onChange={(event) => setText(event.target.value)} />
      <button type="submit" className="primary">
        Send Answer
      </button>
    </form>
  );
}
