import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import type { RegistrationField } from '#shared/options/families/registration-fields.ts';
import type { CodeLists } from '#shared/students/code-lists.ts';
import { requiredFactMessage, requiredFields } from '#shared/students/register/typed-facts.ts';
import { createStudentValueReader } from '#shared/students/values.ts';
import { attempt } from '../../../../acts/attempt.ts';
import { call } from '../../../../api/call.ts';
import { messageOf } from '../../../../api/errors.ts';
import { usePendingRecords } from '../../../../outbox/browser-outbox.ts';
import { newestTypedValues } from '../../../../outbox/pending-record.ts';
import type { ValueFailure } from '../../../../outbox/save-failure.ts';
import type { SignedInStudent } from '../family-session.ts';
import { openOutboxOfStudent, registrationSaveTarget } from './registration-outbox.ts';

export type MyRegistration = Output<typeof familiesContract.readMyRegistration>;

/** One fact of the form, with what was typed on this device and is not saved yet. */
export interface RegistrationFact {
  field: RegistrationField;
  value: string | null;
  registered: string | null;
  isAsked: boolean;
  isAccepted: boolean;
  /** A text that is not a value of the field, and why. */
  refused: { typed: string; message: string } | undefined;
  failure: ValueFailure | undefined;
}

/** Loads a student's registration, and saves what is typed into it through the outbox (rule 10). */
export function useRegistration(student: SignedInStudent) {
  const outbox = openOutboxOfStudent(student);
  const [form, setForm] = useState<MyRegistration | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const load = useCallback(async () => {
    setProblem(null);
    await attempt(
      async () => setForm(await call(familiesContract.readMyRegistration, {})),
      (error) => setProblem(messageOf(error)),
    );
  }, []);
  useEffect(() => {
    void load();
    // It was paused when the session ended in this tab.
    void outbox.resume();
    const wake = () => void outbox.wake();
    addEventListener('online', wake);
    return () => removeEventListener('online', wake);
  }, [load, outbox]);

  const year = form?.year ?? null;
  const target = useMemo(() => (year === null ? null : registrationSaveTarget(year)), [year]);
  useEffect(
    () =>
      outbox.onEvent((event) => {
        if (event.kind === 'saved') setForm((now) => now && withValues(now, event.fields));
        else setForm((now) => now && withValues(now, { [event.field]: event.value }));
      }),
    [outbox],
  );

  const record = usePendingRecords(outbox).find(({ waiting }) => waiting !== null && waiting.id === target?.id);
  const waiting = record?.waiting ?? null;
  const typed = waiting ? newestTypedValues(waiting) : {};
  const read = useMemo(() => (form ? readerOf(form) : null), [form]);
  const facts = (form?.fields ?? []).map(({ field, value, registered, is_asked, is_accepted }): RegistrationFact => {
    const own = typed[field];
    return {
      field,
      registered,
      value: own === undefined ? value : (own as string | null),
      isAsked: is_asked,
      isAccepted: is_accepted,
      refused: waiting?.refused?.[field],
      failure: record?.failures.find((failure) => failure.field === field),
    };
  });

  /** The field is left with this text: a value is saved, and any other text stays with the reason. */
  const enter = (fact: RegistrationFact, text: string) => {
    if (!target || !read) return;
    const { field, value } = fact;
    const result = read(field, text);
    const isBlank = 'value' in result && result.value === null && requiredFields.includes(field);
    const message = 'refused' in result ? result.refused : isBlank ? requiredFactMessage : null;
    if (message !== null) {
      if (text === '' && value === null) return;
      void outbox.enqueue(target, [{ field, value, was: value, refused: { typed: text, message } }]);
    } else if ('value' in result && (result.value !== value || fact.refused)) {
      const change = { field, value: result.value, was: value };
      void outbox.enqueue(target, [result.value === value ? { ...change, refused: null } : change]);
    }
  };
  /** Keeps a draft of what is being typed on the device, for a page that is closed over it. */
  const draft = (fact: RegistrationFact, text: string) => outbox.typing(() => outbox.capture(() => enter(fact, text)));

  return {
    form,
    problem,
    load,
    facts,
    enter,
    draft,
    unsaved: Object.keys(typed).length,
    refused: Object.keys(waiting?.refused ?? {}).length,
    /** Why nothing of it can be saved, such as that the window was closed. */
    failure: record?.failures.find(({ field }) => field === null)?.message ?? null,
    isAway: record?.status === 'waiting',
    keepMine: (field: string) => void (target && outbox.keepMine(target.id, field)),
    takeTheirs: (field: string) => void (target && outbox.discardValue(target.id, field)),
    discardAll: () => void (target && outbox.discardValue(target.id, null)),
    /** Sends what waits. @returns whether everything is saved */
    flush: async () => {
      await outbox.wake();
      return outbox.unsaved() === 0;
    },
  };
}

export type LoadedRegistration = ReturnType<typeof useRegistration>;

const withValues = (form: MyRegistration, values: object): MyRegistration => ({
  ...form,
  state: form.state === 'none' ? 'draft' : form.state,
  fields: form.fields.map((one) =>
    one.field in values ? { ...one, value: (values as Record<string, string | null>)[one.field] ?? null } : one,
  ),
});

const readerOf = ({ codes, today }: MyRegistration) =>
  createStudentValueReader({
    classes: [],
    houses: [],
    codes: Object.fromEntries(codes.map(({ list, choices }) => [list, choices])) as unknown as CodeLists,
    today,
  });
