import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Control, type FieldErrors, type FieldValues, useForm as useHookForm, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Conflict } from '#shared/http/error-body.ts';
import { ApiError, isIdempotencyKeyReused, isSessionOver, messageOf } from '../api/errors.ts';
import { type LeaveGuardOptions, useLeaveGuard } from '../session/leave-guard.ts';
import { callWhenNobodyTypes } from '../ui/overlays/typing-idle.ts';
import type { TypedValues } from './form-values.ts';

/** Context of a save. */
interface SaveContext<V> {
  /** The value that the user saw in each changed field, for calls that take `was` (rule 8). */
  seen: V;
  /** The same while the same values are sent again: the server does it once. */
  idempotencyKey: string;
}

interface FormOptions<S extends z.ZodMiniType, V> {
  /** The contract's schema of what is saved: what passes here passes there. */
  schema: S;
  /** The stored values, or blank ones for a new record. */
  stored: V;
  /** Looks at the form as a whole before its fields are judged; a sentence refuses it. */
  check?: (values: TypedValues<V>) => string | null;
  /** Said above as well where a required field is blank. */
  missing?: string;
  /** Asks before values that passed are saved; false saves nothing and keeps them as typed. */
  confirm?: (values: z.output<S>, seen: V) => Promise<boolean>;
  /** Resolves once the server has acknowledged. Refusals are shown by field, conflicts with both values. */
  save: (values: z.output<S>, context: SaveContext<V>) => Promise<unknown>;
  /** Called when the form counts as unchanged again, and may be left. */
  onSaved?: () => void;
  /**
   * Says a failure in a place of its own, until `ended`: a new try, a correction, leaving. Give true where the form
   * need not say it as well.
   */
  onFailed?: (message: string, ended: AbortSignal) => boolean;
  /** How it asks before it is left with changes. */
  leaving?: LeaveGuardOptions;
  /** Its values say what is to be shown, and nothing is stored: it is left without a question. */
  storesNothing?: boolean;
}

/** A form for its parts: `FormBody`, the fields, the guards. */
export interface FormState<V> {
  /** Id of the <form> element: a submit button may be outside of it. */
  id: string;
  /** For the fields of this folder. */
  control: Control;
  isDirty: boolean;
  dirtyFields: Partial<Record<keyof V & string, boolean>>;
  isBusy: boolean;
  /** Errors of the whole form. */
  problem: string | null;
  /** The field that somebody else changed, with both values (rule 9). */
  conflict: Conflict | null;
  isRequired: (name: string) => boolean;
  submit: () => Promise<void>;
  /** The user's answer to a conflict; the save then goes on. */
  settle: (choice: 'mine' | 'theirs') => Promise<void>;
  /** Back to what is stored. */
  discard: () => void;
  /** Shows another record, stored as given. */
  open: (stored: V) => void;
  /** Lays what was changed in a draft over what is stored, with what was seen then as seen. */
  restore: (draft: { values: TypedValues<V>; seen: V }) => void;
  change: <K extends keyof V & string>(name: K, value: TypedValues<V>[K]) => void;
  refuse: (problem: string) => void;
  /** Calls back after each change of values. Returns the way to stop. */
  onChange: (listener: (values: TypedValues<V>, isDirty: boolean) => void) => () => void;
}

/**
 * A form with a save button. Its values are the contract's; what was typed and cannot be read stays as it was typed, is
 * refused by the schema and shown with the reason beside its field. A save that the server refuses keeps everything
 * that was typed. While it has changes, leaving it asks, and the top bar does not say that all is saved.
 */
export function useForm<S extends z.ZodMiniType, V extends object>(options: FormOptions<S, V>): FormState<V> {
  const { schema, check, missing, confirm, save, onSaved, onFailed, leaving, storesNothing = false } = options;
  const [stored] = useState(options.stored);
  const id = useId();
  const hook = useHookForm<FieldValues, unknown, FieldValues>({
    defaultValues: { ...stored },
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: (values) => {
      const parsed = schema.safeParse(values);
      return parsed.success
        ? { values: parsed.data as FieldValues, errors: {} }
        : { values: {}, errors: errorsOf(parsed.error.issues) };
    },
  });
  const { control, formState, getValues, setValue, setError, reset, resetField, subscribe } = hook;
  const { isDirty, dirtyFields } = formState;
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const attempt = useRef({ sent: '', idempotencyKey: '' });
  const focusFault = useFocusOnFault(id);
  const lastTry = useRef(new AbortController());
  const endTry = () => {
    lastTry.current.abort();
    lastTry.current = new AbortController();
    return lastTry.current.signal;
  };
  useEffect(() => () => lastTry.current.abort(), []);
  const typed = () => getValues() as TypedValues<V>;

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          setProblem(null);
          if (name !== undefined) lastTry.current.abort();
          // A fault may rest on more than one field: those that were refused are judged again with the one that
          // changed.
          const others = Object.entries(control._formState.errors)
            .filter(([field, error]) => field !== name && error?.type === 'schema')
            .map(([field]) => field);
          if (name !== undefined && others.length > 0) void hook.trigger(others);
        },
      }),
    [subscribe, control, hook.trigger],
  );

  const send = async (values: z.output<S>, ended: AbortSignal) => {
    const before = { ...getValues() };
    const seen = { ...control._defaultValues } as V;
    const sent = JSON.stringify([values, seen]);
    if (sent !== attempt.current.sent) attempt.current = { sent, idempotencyKey: crypto.randomUUID() };
    try {
      await save(values, { seen, idempotencyKey: attempt.current.idempotencyKey });
      attempt.current = { sent: '', idempotencyKey: '' };
      const typedMeanwhile = Object.entries(getValues()).filter(([name, value]) => value !== before[name]);
      // Drawn at once: where the form is left now, its guard has nothing to ask.
      flushSync(() => {
        reset(before);
        for (const [name, value] of typedMeanwhile) setValue(name, value, { shouldDirty: true });
      });
      onSaved?.();
    } catch (error) {
      if (isIdempotencyKeyReused(error)) attempt.current = { sent: '', idempotencyKey: '' };
      refused(error, ended);
      focusFault('answer');
    }
  };

  const refused = (error: unknown, ended: AbortSignal) => {
    // The password is asked for over the page; the form waits as it is.
    if (isSessionOver(error)) return;
    const { fields = {}, conflict: found } = error instanceof ApiError ? error : {};
    const isShown = (name: string) => name in getValues();
    if (found && isShown(found.field)) {
      onFailed?.(messageOf(error), ended);
      return setConflict(found);
    }
    const shown = Object.entries(fields).filter(([name]) => isShown(name));
    for (const [name, messages] of shown) setError(name, { type: 'server', message: messages.join(' ') });
    const elsewhere = Object.entries(fields).filter(([name]) => !isShown(name));
    const isSaid = onFailed?.(messageOf(error), ended) ?? false;
    if (!isSaid && (shown.length === 0 || elsewhere.length > 0)) {
      setProblem(elsewhere.length > 0 ? elsewhere.flatMap(([, messages]) => messages).join(' ') : messageOf(error));
    }
  };

  const submit = async () => {
    if (busy.current) return;
    setConflict(null);
    const ended = endTry();
    const whole = check?.(typed()) ?? null;
    setProblem(whole);
    if (whole !== null) return;
    busy.current = true;
    try {
      await hook.handleSubmit(
        async (values) => {
          const wanted = values as z.output<S>;
          if (confirm && !(await confirm(wanted, { ...control._defaultValues } as V))) return;
          setBusy(true);
          await send(wanted, ended);
        },
        (errors) => {
          const isBlank = (name: string) => (getValues(name) ?? '') === '';
          if (missing !== undefined && Object.keys(errors).some(isBlank)) setProblem(missing);
          focusFault('act');
        },
      )();
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };

  const settle = async (choice: 'mine' | 'theirs') => {
    if (!conflict) return;
    const { field, theirs } = conflict;
    const mine: unknown = getValues(field);
    // The other's value counts as seen from now on; the user's stays, or is replaced by it.
    resetField(field, { defaultValue: theirs });
    if (choice === 'mine') setValue(field, mine, { shouldDirty: true });
    await submit();
  };

  const show = (values: object) => {
    lastTry.current.abort();
    setConflict(null);
    setProblem(null);
    reset({ ...values });
  };
  const discard = () => show(control._defaultValues);
  useLeaveGuard(isDirty && !storesNothing, discard, leaving);
  const isRequired = useMemo(() => requirementOf(schema, stored), [schema, stored]);

  return {
    id,
    control,
    isDirty,
    isBusy,
    problem,
    conflict,
    isRequired,
    submit,
    settle,
    dirtyFields: dirtyFields as FormState<V>['dirtyFields'],
    discard,
    open: show,
    restore: ({ values, seen }) => {
      const of = (fields: object, name: string): unknown => Reflect.get(fields, name);
      const now = control._defaultValues;
      const changed = Object.keys(now).filter((name) => ![of(seen, name), of(now, name)].includes(of(values, name)));
      reset({ ...now, ...Object.fromEntries(changed.map((name) => [name, of(seen, name)])) });
      for (const name of changed) setValue(name, of(values, name), { shouldDirty: true });
    },
    change: (name, value) =>
      setValue(name as string, value, { shouldDirty: true, shouldValidate: formState.isSubmitted }),
    refuse: setProblem,
    onChange: (listener) =>
      subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values, isDirty: isChanged }) => listener(values as TypedValues<V>, isChanged ?? false),
      }),
  };
}

/** The form's values as they are now, for what follows from them on the screen. */
export const useFormValues = <V extends object>(form: FormState<V>): TypedValues<V> =>
  useWatch({ control: form.control }) as TypedValues<V>;

/**
 * Shows what is stored now, also by somebody else, while nothing is typed. Call it after `useFormDraft`, where the form
 * keeps a draft.
 */
export function useStoredValuesWhenClean<V extends object>(form: FormState<V>, stored: V): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time other values come, or the last typed one is gone
  useEffect(() => {
    if (!form.control._getDirty()) form.open(stored);
  }, [JSON.stringify(stored), form.isDirty]);
}

function errorsOf(issues: readonly { path: PropertyKey[]; message: string }[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) errors[String(path[0] ?? 'root')] ??= { type: 'schema', message };
  return errors;
}

/** A field is required where the schema takes no blank there. */
function requirementOf(schema: z.ZodMiniType, stored: object): (name: string) => boolean {
  const known = new Map<string, boolean>();
  const ask = (name: string) => {
    const parsed = schema.safeParse({ ...stored, [name]: null });
    return !parsed.success && parsed.error.issues.some(({ path }) => path[0] === name);
  };
  return (name) => {
    if (!known.has(name)) known.set(name, ask(name));
    return known.get(name) ?? false;
  };
}

/**
 * Brings the focus to the first field that was refused: at once after the press that was refused here, and after an
 * answer as soon as nothing is typed (ADR 0033).
 */
function useFocusOnFault(formId: string): (since: 'act' | 'answer') => void {
  const [fault, setFault] = useState<{ since: 'act' | 'answer' } | null>(null);
  useEffect(() => {
    if (!fault) return;
    const focus = () => document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    if (fault.since === 'answer') return callWhenNobodyTypes('answer', focus);
    // The fields are drawn with their faults after this.
    const timer = setTimeout(focus);
    return () => clearTimeout(timer);
  }, [fault, formId]);
  return (since) => setFault({ since });
}
