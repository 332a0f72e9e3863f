import { createContext, type KeyboardEvent, useContext, useEffect, useId, useRef, useState } from 'react';
import { type ParsedText, parseGrade, parseTimesCount, type TypedNote } from '#shared/marks/parse-typed.ts';
import type { ReportField } from '#shared/term-reports/fields.ts';
import { conductGradeMeanings } from '#shared/term-reports/fields.ts';
import { useTypingDraft } from '../../../outbox/session-outbox.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import styles from './record.module.css';
import { RemarkOfRecord } from './remark-of-record.tsx';
import { RefusedTextsContext, useFieldDraft } from './use-field-draft.ts';

type Grade = 'A' | 'B' | 'C' | 'D' | 'E';

const grades = conductGradeMeanings.map(({ grade }) => grade);
const noGrade = 'No grade';

const gradeOptions = [
  { value: '' as const, label: noGrade },
  ...conductGradeMeanings.map(({ grade, meaning }) => ({ value: grade, label: `${grade} ${meaning}` })),
];

interface GradeFieldProps {
  /** The `data-field`, by which the focus is kept at the next student. */
  name: ReportField;
  label: string;
  value: Grade | null;
  disabled: boolean;
  onValue: (value: Grade | null) => void;
}

/**
 * A grade of the scale, or none (product §2). The box shows the letter, the list its meaning. A typed letter chooses;
 * of one that is no grade the reason stays until the next key or press (rule 40).
 */
export function GradeField({ name, label, value, disabled, onValue }: GradeFieldProps) {
  const [refused, setRefused] = useState<TypedNote | null>(null);
  const judge = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey || key === 'Tab' || key === 'Shift') return;
    const isTyped = key.length === 1 && key !== ' ' && !noGrade.toLowerCase().startsWith(key.toLowerCase());
    setRefused((isTyped && !disabled && parseGrade(key, grades).note) || null);
  };
  return (
    <div data-field={name} onKeyDownCapture={judge} onPointerDownCapture={() => setRefused(null)}>
      <Select
        label={label}
        error={refused?.message}
        options={gradeOptions}
        placeholder=""
        shownAs={(grade) => grade}
        value={value ?? ''}
        disabled={disabled}
        onValueChange={(chosen) => onValue(chosen === '' ? null : chosen)}
      />
    </div>
  );
}

interface CountFieldProps {
  name: ReportField;
  label: string;
  value: number | null;
  disabled: boolean;
  /** Number of sessions: a higher count shows a warning. */
  above?: number | null | undefined;
  onValue: (value: number | null) => void;
}

/** Takes digits only; anything else clears the field, and a note shows what was typed (product §5). */
export function CountField({ name, label, value, disabled, above = null, onValue }: CountFieldProps) {
  const { text, note, type, leave } = useTyped({ name, label, value, read: parseTimesCount, onValue });
  const tooMany = above !== null && value !== null && value > above ? `More than the ${above} possible` : undefined;
  return (
    <div data-field={name}>
      <TextField
        label={label}
        error={note?.message ?? tooMany}
        numeric
        disabled={disabled}
        value={text}
        onChange={({ target }) => type(target.value)}
        onBlur={leave}
        onKeyDown={(event) => event.key === 'Enter' && leave()}
      />
    </div>
  );
}

interface RemarkFieldProps {
  /** Its `data-field`. */
  name: string;
  label: string;
  value: string | null;
  limit: number;
  disabled: boolean;
  rows?: number;
  onValue: (value: string | null) => void;
}

/** A remark with its limit. A longer stored text is shown whole, and can be changed in the field's longer form. */
export function RemarkField({ name, label, value, limit, disabled, rows = 4, onValue }: RemarkFieldProps) {
  const isTooLong = (value ?? '').length > limit;
  const save = (typed: string) => onValue(typed === '' ? null : typed);
  const { text, type, leave } = useFieldDraft({ name, stored: value ?? '', limit, save });
  const [warning, setWarning] = useState<string | null>(null);
  return (
    <div data-field={name}>
      <TextArea
        label={label}
        limit={isTooLong ? Math.max(limit, text.length) : limit}
        {...(isTooLong ? { hint: `Longer than ${limit} characters` } : {})}
        rows={rows}
        disabled={disabled || isTooLong}
        value={text}
        warning={warning ?? undefined}
        onValueChange={type}
        onBlur={leave}
      />
      <RemarkOfRecord name={name} text={text} onWarning={setWarning} />
    </div>
  );
}

interface TypedField<Value extends string | number> {
  /** Names the field in its record. */
  name: string;
  /** For screen readers where a column heading says it. */
  label: string;
  value: Value | null;
  read: (typed: string) => ParsedText<Value>;
  onValue: (value: Value | null) => void;
}

/** A short field in a row of subjects. */
export function SubjectRowField<Value extends string | number>(props: TypedField<Value>) {
  const { label } = props;
  const { text, note, type, leave } = useTyped(props);
  const noteId = useId();
  return (
    <>
      <input
        className={styles.cellInput}
        type="text"
        inputMode="text"
        autoComplete="off"
        aria-label={label}
        aria-invalid={note?.kind === 'refused' || undefined}
        aria-describedby={note ? noteId : undefined}
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={({ target }) => type(target.value)}
        onBlur={leave}
        onKeyDown={(event) => event.key === 'Enter' && leave()}
      />
      {note && (
        <span id={noteId} className={styles.note} data-note={note.kind} role="status">
          {note.message}
        </span>
      )}
    </>
  );
}

/** Name of the record's student, for messages about its fields after the user has moved to the next student. */
export const StudentNameContext = createContext('');

/** Milliseconds for which a note counts as unread. */
const unreadFor = 2000;

/**
 * A field whose text is validated when it loses focus (rule 40): a changed value is saved; a refused text is kept with
 * the reason, also on the device, until it is changed. A user who moves on to the next student at once sees the reason
 * there.
 */
function useTyped<Value extends string | number>({ name, label, value, read, onValue }: TypedField<Value>) {
  const [typed, setTyped] = useState<string | null>(null);
  const [note, setNote] = useState<TypedNote | null>(null);
  const typing = useTypingDraft();
  const about = useContext(StudentNameContext);
  const texts = useContext(RefusedTextsContext);
  const kept = typed === null ? texts.of(name) : null;
  const handOver = (reading: ParsedText<Value>) => {
    if (reading.value === undefined) texts.keep(name, reading.note ?? null);
    else if (reading.value !== value) onValue(reading.value);
    else texts.keep(name, null);
  };
  const noted = useRef<{ message: string; at: number } | null>(null);
  useEffect(
    () => () => {
      const last = noted.current;
      if (last && performance.now() - last.at < unreadFor) snackbar(last.message, { tone: 'error' });
    },
    [],
  );
  return {
    text: typed ?? kept?.typed ?? String(value ?? ''),
    note: note ?? (kept && ({ kind: 'refused', ...kept } satisfies TypedNote)),
    type: (text: string) => {
      setTyped(text);
      setNote(null);
      noted.current = null;
      typing(() => {
        const reading = read(text);
        // An invalid count is cleared only when the field loses focus.
        if (reading.note?.kind !== 'refused' || reading.value === undefined) handOver(reading);
      });
    },
    leave: () => {
      if (typed === null) return;
      typing(null);
      const reading = read(typed);
      // A text without a value keeps its reason in `texts`.
      setNote(reading.value === undefined ? null : (reading.note ?? null));
      if (reading.note) {
        noted.current = { message: `${about}, ${label}: ${reading.note.message}`, at: performance.now() };
      }
      setTyped(null);
      handOver(reading);
    },
  };
}
