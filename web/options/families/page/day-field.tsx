import { useRef, useState } from 'react';
import { displayDate, exampleDay } from '#shared/school/display-date.ts';
import { parseDay } from '#shared/school/parse-day.ts';
import { howDayIsRead } from '../../../ui/fields/dates/how-day-is-read.ts';

interface DayFieldProps {
  id: string;
  label: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  /** yyyy-MM-dd, blank, or a text that is not a date, as it was typed. */
  value: string;
  /** Earliest day that the calendar offers. */
  min?: string;
  /** The day that is meant while the field is blank, yyyy-MM-dd. */
  instead?: string | undefined;
  onChange: (value: string) => void;
}

/** A day, typed as people write it and shown as everywhere, or picked in the calendar of the device. */
export function DayField({ label, value, min, instead, onChange, ...named }: DayFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [says, setSays] = useState<{ of: string; text: string } | null>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const commit = () => {
    if (draft === null) return;
    const text = draft.trim();
    const read = howDayIsRead(text);
    setDraft(null);
    setSays(read && { of: read.day, text: read.says });
    onChange(parseDay(text) ?? text);
  };
  return (
    <>
      <div className="day">
        <input
          {...named}
          autoComplete="off"
          placeholder={instead ? displayDate(instead) : `e.g. ${exampleDay}`}
          value={draft ?? displayDate(value)}
          onChange={({ target }) => setDraft(target.value)}
          onBlur={commit}
          onKeyDown={({ key }) => key === 'Enter' && commit()}
        />
        <button type="button" aria-label={`Choose ${label}`} onClick={() => calendar.current?.showPicker()}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M5 5h14v15H5zM5 10h14M9 3v4M15 3v4" />
          </svg>
        </button>
        <input
          ref={calendar}
          type="date"
          tabIndex={-1}
          aria-hidden="true"
          min={min}
          value={parseDay(value) ?? ''}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      {says?.of === value && (
        <p className="quiet" role="status">
          {says.text}
        </p>
      )}
    </>
  );
}
