import { useEffect, useId, useRef, useState } from 'react';
import { familyPageWordings } from '#shared/options/families/wordings.ts';
import { displayDate, exampleDay } from '#shared/school/display-date.ts';
import { type StudentFieldType, studentFields } from '#shared/students/fields.ts';
import { type DayReadAs, howDayIsRead } from '../../../../ui/fields/dates/how-day-is-read.ts';
import type { LoadedRegistration, MyRegistration, RegistrationFact } from './use-registration.ts';

interface RegistrationFactFieldProps {
  fact: RegistrationFact;
  codes: MyRegistration['codes'];
  registration: LoadedRegistration;
}

const keyboards: Partial<Record<StudentFieldType, 'tel' | 'email' | 'numeric'>> = {
  phone: 'tel',
  email: 'email',
  number: 'numeric',
};

/** One fact of the form. It is saved when it is left; a text that is refused stays, with the reason (rule 40). */
export function RegistrationFactField({ fact, codes, registration }: RegistrationFactFieldProps) {
  const { field, value, refused, failure, isAsked } = fact;
  const { label, type } = studentFields[field];
  const [text, setText] = useState<string | null>(null);
  // Of the last typed date, where day and month may be swapped.
  const [read, setRead] = useState<DayReadAs | null>(null);
  const id = useId();
  const shown = text ?? refused?.typed ?? factText(fact.field, value, null);
  const says = refused?.message ?? failure?.message;
  const readAs = read !== null && read.day === value && says === undefined ? read.says : undefined;
  const leave = (typed: string) => {
    setText(null);
    if (type === 'date') setRead(howDayIsRead(typed));
    registration.enter(fact, typed);
  };
  useEnterOnUnmount(text, (typed) => registration.enter(fact, typed));
  const isDescribed = says !== undefined || readAs !== undefined;
  const described = [isDescribed && `${id}-says`, isAsked && `${id}-asked`].filter(Boolean).join(' ') || undefined;
  const named = { id, name: field, 'aria-invalid': says !== undefined, 'aria-describedby': described } as const;
  /** The buttons go with the conflict: the focus goes to the field. */
  const decide = (act: () => void) => {
    document.getElementById(id)?.focus();
    act();
  };
  const choices = choicesOf(field, codes);
  const typing = {
    value: shown,
    onChange: ({ target }: { target: { value: string } }) => {
      setText(target.value);
      registration.draft(fact, target.value);
    },
    onBlur: () => text !== null && leave(text),
  };
  return (
    <div className={isAsked ? 'fact asked' : 'fact'}>
      <label htmlFor={id}>{label}</label>
      {isAsked && (
        <p id={`${id}-asked`} className="quiet">
          {familyPageWordings.lookAtThisAgain}
        </p>
      )}
      {choices ? (
        <select {...named} value={value ?? ''} onChange={({ target }) => leave(target.value)}>
          <option value="">Not answered</option>
          {choices.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      ) : type === 'long text' ? (
        <textarea {...named} {...typing} rows={3} />
      ) : (
        <input
          {...named}
          {...typing}
          inputMode={keyboards[type]}
          autoComplete="off"
          placeholder={type === 'date' ? `e.g. ${exampleDay}` : undefined}
        />
      )}
      {says !== undefined && (
        <p id={`${id}-says`} className="fault" role="alert">
          {says}
        </p>
      )}
      {readAs !== undefined && (
        <p id={`${id}-says`} role="status">
          {readAs}
        </p>
      )}
      {failure?.conflict && (
        <p className="beside acts">
          <button type="button" className="plain" onClick={() => decide(() => registration.keepMine(field))}>
            Keep Mine
          </button>
          <button type="button" className="plain" onClick={() => decide(() => registration.takeTheirs(field))}>
            Take “{factText(field, textOf(failure.conflict.theirs), codes) || 'blank'}”
          </button>
        </p>
      )}
    </div>
  );
}

const textOf = (value: string | number | null): string | null => (value === null ? null : String(value));

/** A step that is turned over while something is typed does not lose it. */
function useEnterOnUnmount(text: string | null, enter: (text: string) => void): void {
  const last = useRef({ text, enter });
  last.current = { text, enter };
  useEffect(
    () => () => {
      const { text: typed, enter: act } = last.current;
      if (typed !== null) act(typed);
    },
    [],
  );
}

const yesOrNo = ['Yes', 'No'].map((name) => ({ code: name, name }));

function choicesOf(field: RegistrationFact['field'], codes: MyRegistration['codes']) {
  const { type, codes: list } = studentFields[field];
  if (type === 'yes or no') return yesOrNo;
  return type === 'choice' ? (codes.find((one) => one.list === list)?.choices ?? []) : null;
}

/** A stored fact for a reader; blank is an empty text. */
export function factText(
  field: RegistrationFact['field'],
  value: string | null,
  codes: MyRegistration['codes'] | null,
): string {
  if (value === null) return '';
  if (studentFields[field].type === 'date' && /^\d{4}-\d\d-\d\d$/.test(value)) return displayDate(value);
  return (codes && choicesOf(field, codes)?.find(({ code }) => code === value)?.name) ?? value;
}
