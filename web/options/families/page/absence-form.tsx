import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { RawInput } from '#shared/http/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import {
  type NotePictureType,
  type NoteReason,
  noteReasonLabels,
  noteReasons,
} from '#shared/options/families/family-note.ts';
import { familyNoteWordings as wordings } from '#shared/options/families/note-wordings.ts';
import { familyPageWordings } from '#shared/options/families/wordings.ts';
import { exampleDay } from '#shared/school/display-date.ts';
import { parseDay } from '#shared/school/parse-day.ts';
import { call } from '../../../api/call.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { useUnsavedWork } from '../../../session/unsaved-work.ts';
import { DayField } from './day-field.tsx';
import { showThenFocus } from './focus.tsx';
import { sendChosenFile } from './send-chosen-file.ts';

type Note = RawInput<typeof familiesContract.sendAbsenceNote>['note'];
type Faults = Partial<Record<'from' | 'to' | 'why' | 'words' | 'file' | 'all', string>>;

const notADay = `This is not a date. Please write day, month’s name and year: ${exampleDay}.`;

const blank = { from: '', to: '', why: '' as NoteReason | '', words: '' };

/** A new note: days, reason, and a picture of the paper, which is made small on the phone before it is sent. */
export function AbsenceForm({ onSent }: { onSent: () => void }) {
  const [typed, setTyped] = useState(blank);
  const [picture, setPicture] = useState<File | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [progress, setProgress] = useState<string | null>(null);
  useUnsavedWork(typed.words.trim() !== '' || picture !== null);
  /** Of the request that had no answer: it may have arrived, so the same one is sent again. */
  const unanswered = useRef<{ of: string; key: string; ticket: string | null } | null>(null);
  const fileField = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const refuse = (reasons: Faults) =>
    showThenFocus(
      () => setFaults(reasons),
      () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .fault'),
    );
  const change = (field: keyof typeof blank) => (value: string) => {
    setTyped((before) => ({ ...before, [field]: value }));
    setFaults(({ [field]: _mended, ...others }) => others);
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (progress !== null) return;
    const { from, why, words } = typed;
    if (from === '') return refuse({ from: wordings.chooseDays });
    for (const [field, day] of Object.entries({ from, to: typed.to }))
      if (day !== '' && parseDay(day) === undefined) return refuse({ [field]: notADay });
    if (why === '') return refuse({ why: wordings.chooseReason });
    const note: Note = { from, to: typed.to || from, why, words: words.trim() === '' ? null : words.trim() };
    const of = JSON.stringify([note, picture?.name, picture?.size, picture?.lastModified]);
    setFaults({});
    try {
      if (unanswered.current?.of !== of) {
        const ticket = picture ? await sendPicture(picture, setProgress) : null;
        unanswered.current = { of, key: crypto.randomUUID(), ticket };
      }
      setProgress('Sending…');
      const { key: idempotencyKey, ticket } = unanswered.current;
      await call(familiesContract.sendAbsenceNote, { note, ticket }, { idempotencyKey });
      unanswered.current = null;
      setTyped(blank);
      setPicture(null);
      if (fileField.current) fileField.current.value = '';
      onSent();
    } catch (error) {
      if (error instanceof ApiError) unanswered.current = null;
      refuse(faultsOf(error));
    } finally {
      setProgress(null);
    }
  };
  return (
    <form
      className="card"
      aria-label="New note"
      aria-busy={progress !== null}
      ref={form}
      onSubmit={(event) => void send(event)}
    >
      <h2>New note</h2>
      {faults.all !== undefined && (
        <p className="fault" role="alert" tabIndex={-1}>
          {faults.all}
        </p>
      )}
      <div className="pair">
        <Field label="First day" fault={faults.from}>
          {(props) => <DayField {...props} label="First day" value={typed.from} onChange={change('from')} />}
        </Field>
        <Field label="Last day" fault={faults.to}>
          {(props) => (
            <DayField
              {...props}
              label="Last day"
              min={parseDay(typed.from) ?? ''}
              value={typed.to}
              // A note of one day has no last day. The first day as its value would stay in the field, before what is
              // typed.
              instead={parseDay(typed.from)}
              onChange={change('to')}
            />
          )}
        </Field>
      </div>
      <Field label="Reason" fault={faults.why}>
        {(props) => (
          <select {...props} value={typed.why} onChange={(event) => change('why')(event.target.value)}>
            <option value="">Choose…</option>
            {noteReasons.map((reason) => (
              <option key={reason} value={reason}>
                {noteReasonLabels[reason]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={familyPageWordings.inAFewWords} fault={faults.words}>
        {(props) => (
          <textarea
            {...props}
            rows={2}
            maxLength={160}
            value={typed.words}
            onChange={(event) => change('words')(event.target.value)}
          />
        )}
      </Field>
      <Field label="Picture of the note, if there is one" fault={faults.file}>
        {(props) => (
          <input
            {...props}
            ref={fileField}
            type="file"
            accept="image/*"
            onChange={(event) => setPicture(event.target.files?.[0] ?? null)}
          />
        )}
      </Field>
      <p role="status" className="quiet">
        {progress}
      </p>
      <button type="submit" className="primary">
        Send Note
      </button>
    </form>
  );
}

/** Longer side of the picture in pixels: a page of handwriting is read well. */
const longestSide = 1800;

/** @returns the ticket of the picture */
const sendPicture = (file: File, onProgress: (text: string) => void): Promise<string> =>
  sendChosenFile(file, {
    isImage: true,
    longest: longestSide,
    onProgress,
    permit: ({ type, bytes }) => call(familiesContract.requestNotePicture, { type: type as NotePictureType, bytes }),
  });

/** Refusals by field; a plain Error has the sentence about the picture. */
function faultsOf(error: unknown): Faults {
  if (error instanceof Error && error.name === 'Error') return { file: error.message };
  if (!(error instanceof ApiError)) return { all: messageOf(error) };
  const fields = Object.entries(error.fields).map(([field, texts]) => [field.replace(/^note\./, ''), texts.join(' ')]);
  const known = fields.filter(
    ([field]) => field !== undefined && ['from', 'to', 'why', 'words', 'file'].includes(field),
  );
  return known.length > 0 ? Object.fromEntries(known) : { all: messageOf(error) };
}

interface FieldProps {
  label: string;
  fault: string | undefined;
  children: (props: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode;
}

function Field({ label, fault, children }: FieldProps) {
  const id = useId();
  const faultId = `${id}-fault`;
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': fault !== undefined,
        'aria-describedby': fault === undefined ? undefined : faultId,
      })}
      {fault !== undefined && (
        <p className="fault" role="alert" id={faultId}>
          {fault}
        </p>
      )}
    </div>
  );
}
