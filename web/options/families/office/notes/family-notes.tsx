import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { noteText } from '#shared/options/families/family-note.ts';
import type { NoteOfStudent } from '#shared/options/families/family-note-calls.ts';
import { familyNoteWordings as wordings } from '#shared/options/families/note-wordings.ts';
import { studentNameApart } from '#shared/people/shared-names.ts';
import { pluralize } from '#shared/pluralize.ts';
import { displayDate, displayRange } from '#shared/school/display-date.ts';
import { attempt } from '../../../../acts/attempt.ts';
import { noticeFailure } from '../../../../acts/notice-failure.ts';
import { call } from '../../../../api/call.ts';
import { ApiError, isSessionOver } from '../../../../api/errors.ts';
import { queryKeyOf } from '../../../../api/query.ts';
import styles from '../../../../features/attendance/student-days/absence-notices.module.css';
import { useLeaveGuard } from '../../../../session/leave-guard.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Loading } from '../../../../ui/display/loading.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { Row } from '../../../../ui/layout/row.tsx';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { Muted } from '../../../../ui/layout/text.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import type { OverlayProps } from '../../../../ui/overlays/lazy-overlay.tsx';
import { snackbar } from '../../../../ui/overlays/snackbar.tsx';

export interface FamilyNotesProps extends OverlayProps {
  classId: string;
  notes: UseQueryResult<NoteOfStudent[]>;
  /** False for a dean, who reads. */
  canAccept: boolean;
}

/** Notes that families of a class sent: their words and picture, accepting them, and a question to the family. */
export default function FamilyNotes({ classId, notes, canAccept, open, onClose }: FamilyNotesProps) {
  const queryClient = useQueryClient();
  const reload = () =>
    void Promise.all([
      notes.refetch(),
      queryClient.invalidateQueries({ queryKey: queryKeyOf(attendanceContract.readAttendanceRegister) }),
    ]);
  const nameOf = studentNameApart(notes.data ?? []);
  return (
    <Dialog openedBy="act" open={open} title="Family notes" text={classId} onClose={onClose}>
      {!notes.data && <Loading queries={[notes]} what="the family notes" lines={3} />}
      {notes.data?.length === 0 && <Muted size={12.5}>{wordings.noneOfClass}</Muted>}
      <Stack as="ul" lined breaks className={styles.list}>
        {notes.data?.map((note) => (
          <FamilyNote key={note.id} note={note} name={nameOf(note)} canAccept={canAccept} onChanged={reload} />
        ))}
      </Stack>
    </Dialog>
  );
}

interface FamilyNoteProps {
  note: NoteOfStudent;
  /** The student's, with the id where another one of the list has the same. */
  name: string;
  canAccept: boolean;
  onChanged: () => void;
}

function FamilyNote({ note, name, canAccept, onChanged }: FamilyNoteProps) {
  const { id, student_id, version, state, accepted } = note;
  const [question, setQuestion] = useState<string | null>(null);
  useLeaveGuard((question?.trim() ?? '') !== '', () => setQuestion(null));
  const { act, isBusy } = useAct(onChanged);
  const ofNote = { student_id, id };
  const accept = (excused: 'excused' | 'not excused') =>
    act(
      `accept ${excused}`,
      (key) => call(familiesContract.acceptFamilyNote, { ...ofNote, version, excused }, { idempotencyKey: key }),
      ({ accepted: done }) => snackbar([wordings.isAccepted, ...leftTexts(done?.left ?? [])].join(' ')),
    );
  const ask = () => {
    const text = question?.trim() ?? '';
    if (text === '') return;
    void act(
      `ask ${text}`,
      (key) => call(familiesContract.askAboutFamilyNote, { ...ofNote, version, text }, { idempotencyKey: key }),
      () => {
        setQuestion(null);
        snackbar(wordings.isAsked);
      },
    );
  };
  return (
    <Stack as="li" gap={8}>
      <div>
        <p>
          <strong>{`${name}: ${displayRange(note)}`}</strong>
        </p>
        <p>{noteText(note.why, note.words)}</p>
        <Muted size={12.5}>
          {pluralize(note.days, 'school day')}
          {state === 'asked' && `, ${wordings.waitsForFamily.toLowerCase()}`}
        </Muted>
        {note.messages.map(({ at, by, of_school, text }) => (
          <p key={at}>
            <Muted as="span" size={12.5}>
              {of_school ? by : 'Family'}:{' '}
            </Muted>
            {text}
          </p>
        ))}
        {accepted && <Muted size={12.5}>{wordings.accepted(accepted.by, accepted.excused)}</Muted>}
        {leftTexts(accepted?.left ?? []).map((text) => (
          <Muted size={12.5} key={text}>
            {text}
          </Muted>
        ))}
      </div>
      {question !== null && (
        <TextField
          label="Question to the family"
          maxLength={300}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && ask()}
        />
      )}
      <Row align="stretch" wrap gap={8}>
        {note.has_picture && (
          <Button aria-label={`Show picture: ${name}`} onClick={() => void showPicture(ofNote)}>
            Show Picture
          </Button>
        )}
        {canAccept && accepted === null && question === null && (
          <>
            <Button
              variant="primary"
              busy={isBusy}
              aria-label={`Accept as excused: ${name}`}
              onClick={() => void accept('excused')}
            >
              Accept as Excused
            </Button>
            <Button aria-label={`Accept as not excused: ${name}`} onClick={() => void accept('not excused')}>
              Not Excused
            </Button>
            <Button aria-label={`Ask the family: ${name}`} onClick={() => setQuestion('')}>
              Ask
            </Button>
          </>
        )}
        {question !== null && (
          <>
            <Button variant="primary" busy={isBusy} onClick={ask}>
              Send Question
            </Button>
            <Button onClick={() => setQuestion(null)}>Cancel</Button>
          </>
        )}
      </Row>
    </Stack>
  );
}

const leftTexts = (left: readonly { date: string; reason: string }[]): string[] =>
  left.map(({ date, reason }) => wordings.leftDay(displayDate(date), reason));

/** Makes one call at a time. The same act is repeated under its key while it had no answer: it may have arrived. */
function useAct(onChanged: () => void) {
  const [isBusy, setBusy] = useState(false);
  const unanswered = useRef<{ of: string; key: string } | null>(null);
  const act = async <T,>(of: string, send: (key: string) => Promise<T>, onDone: (answer: T) => void) => {
    if (isBusy) return;
    setBusy(true);
    if (unanswered.current?.of !== of) unanswered.current = { of, key: crypto.randomUUID() };
    try {
      onDone(await send(unanswered.current.key));
      unanswered.current = null;
    } catch (error) {
      if (error instanceof ApiError) unanswered.current = null;
      if (!isSessionOver(error)) noticeFailure(error);
    }
    setBusy(false);
    onChanged();
  };
  return { act, isBusy };
}

/** Opens the picture in a tab of its own, which is opened at the press: a later one would be blocked. */
async function showPicture(ofNote: { student_id: string; id: string }): Promise<void> {
  const tab = window.open('', '_blank');
  const show = async () => {
    const { url } = await call(familiesContract.openFamilyNotePicture, ofNote);
    if (tab) {
      tab.opener = null;
      tab.location.href = url;
    }
  };
  if (!(await attempt(show, noticeFailure))) tab?.close();
}
