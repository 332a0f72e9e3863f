import { useState } from 'react';
import { gradeScale } from '#shared/term-reports/grade-scale.ts';
import type { ReportField } from '#shared/term-reports/permissions.ts';
import { useTyping } from '../../../outbox/session-outbox.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import styles from './record.module.css';
import { useDraft } from './use-draft.ts';

export type Grade = 'A' | 'B' | 'C' | 'D' | 'E';

const gradeOptions = [
  { value: '' as const, label: 'No grade' },
  ...gradeScale.map(({ grade, meaning }) => ({ value: grade, label: `${grade} ${meaning}` })),
];

interface GradeFieldProps {
  /** The record's field, by which the focus finds it again at the next student. */
  name: ReportField;
  label: string;
  value: Grade | null;
  disabled: boolean;
  onValue: (value: Grade | null) => void;
}

/** A grade of the scale, or none (SPEC §2). The box shows the letter, the list says what each means. */
export const GradeField = ({ name, label, value, disabled, onValue }: GradeFieldProps) => (
  <div data-field={name}>
    <Select
      label={label}
      options={gradeOptions}
      placeholder=""
      shownAs={(grade) => grade}
      value={value ?? ''}
      disabled={disabled}
      onValueChange={(chosen) => onValue(chosen === '' ? null : chosen)}
    />
  </div>
);

interface CountFieldProps {
  name: ReportField;
  label: string;
  value: number | null;
  disabled: boolean;
  /** Sessions there are: a count above is said to be too many. */
  above?: number | null | undefined;
  onValue: (value: number | null) => void;
}

/** Digits 0 to 9 only, otherwise cleared (SPEC §5). */
export function CountField({ name, label, value, disabled, above = null, onValue }: CountFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const typing = useTyping();
  const commit = () => {
    if (typed === null) return;
    typing(null);
    setTyped(null);
    onValue(countOf(typed));
  };
  const isTooMany = above !== null && value !== null && value > above;
  return (
    <div data-field={name}>
      <TextField
        label={label}
        error={isTooMany ? `More than the ${above} possible` : undefined}
        numeric
        maxLength={3}
        disabled={disabled}
        value={typed ?? value ?? ''}
        onChange={({ target: { value: text } }) => {
          setTyped(text);
          typing(() => onValue(countOf(text)));
        }}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
    </div>
  );
}

/** Null for anything but digits. */
export const countOf = (typed: string): number | null => (/^\d{1,3}$/.test(typed.trim()) ? Number(typed) : null);

interface RemarkFieldProps {
  name: ReportField;
  label: string;
  value: string | null;
  limit: number;
  disabled: boolean;
  rows?: number;
  onValue: (value: string | null) => void;
}

/** A remark with its limit. A stored text above it is shown whole, and can be changed where there is more room. */
export function RemarkField({ name, label, value, limit, disabled, rows = 4, onValue }: RemarkFieldProps) {
  const { text, type, leave } = useDraft(value ?? '', (typed) => onValue(typed === '' ? null : typed));
  const isTooLong = (value ?? '').length > limit;
  return (
    <div data-field={name}>
      <TextArea
        label={label}
        limit={isTooLong ? Math.max(limit, text.length) : limit}
        {...(isTooLong ? { hint: `Longer than ${limit} characters` } : {})}
        rows={rows}
        disabled={disabled || isTooLong}
        value={text}
        onValueChange={type}
        onBlur={leave}
      />
    </div>
  );
}

interface CellFieldProps {
  /** What it is, for screen readers: the column says it to everybody else. */
  label: string;
  value: string;
  /** What to keep of a typed text, with a note where that is something else. */
  read: (typed: string) => { kept: string; note?: string };
  onValue: (kept: string) => void;
}

/** A short field in a row of subjects. */
export function CellField({ label, value, read, onValue }: CellFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const typing = useTyping();
  const commit = () => {
    if (typed === null) return;
    typing(null);
    const { kept, note: said = '' } = read(typed);
    setTyped(null);
    setNote(said);
    if (kept !== value) onValue(kept);
  };
  return (
    <>
      <input
        className={styles.cellInput}
        type="text"
        inputMode="text"
        autoComplete="off"
        aria-label={label}
        value={typed ?? value}
        onFocus={(event) => event.target.select()}
        onChange={({ target: { value: text } }) => {
          setTyped(text);
          typing(() => onValue(read(text).kept));
        }}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      {note !== '' && (
        <span className={styles.note} role="status">
          {note}
        </span>
      )}
    </>
  );
}
