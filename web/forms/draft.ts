import { useEffect, useState } from 'react';
import { readDraft, removeDraft, writeDraft } from '../session/drafts.ts';
import { useSession } from '../session/session.ts';
import type { TypedValues } from './form-values.ts';
import type { FormState } from './use-form.ts';

/** A form's typed values, and the values that the user saw. */
export interface FormDraft<V> {
  values: TypedValues<V>;
  /** The stored values that the user saw: a save names them, however late it comes (rule 9). */
  seen: V;
}

const isFieldValue = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Exactly the fields of the form as it is today. */
function isOfForm(kept: unknown, blank: object): boolean {
  if (typeof kept !== 'object' || kept === null) return false;
  const fields = new Map(Object.entries(kept));
  const names = Object.keys(blank);
  return fields.size === names.length && names.every((name) => fields.has(name) && isFieldValue(fields.get(name)));
}

/** The draft of that name, if it has the fields that the form has today; otherwise null. */
export function readFormDraft<V extends object>(userId: string, name: string, blank: V): FormDraft<V> | null {
  const draft = readDraft(userId, name) as Partial<FormDraft<V>> | null | undefined;
  return isOfForm(draft?.values, blank) && isOfForm(draft?.seen, blank) ? (draft as FormDraft<V>) : null;
}

/**
 * Keeps a draft of the form on the device exactly while the form differs from what is stored: it goes with an
 * acknowledged save, with a discard, and when the user types the old values again. True while the form shows a draft
 * that came back; give it to `FormBody`, which says so. Null as name: this form keeps none.
 */
export function useFormDraft<V extends object>(form: FormState<V>, name: string | null, stored: V): boolean {
  const userId = useSession()?.id ?? '';
  const [draft] = useState(() => (name === null ? null : readFormDraft(userId, name, stored)));
  const [isBack, setIsBack] = useState(false);
  const { restore, onChange } = form;
  // Of the draft only what the user changed: everything else is shown as it is stored now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (draft === null || name === null) return;
    restore(draft);
    if (form.control._getDirty()) setIsBack(true);
    else removeDraft(userId, name);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the subscription is the form's, which stays the same
  useEffect(() => {
    if (name === null) return;
    return onChange((values, isDirty) => {
      if (isDirty) {
        const seen = { ...form.control._defaultValues } as V;
        return writeDraft(userId, name, { values, seen } satisfies FormDraft<V>);
      }
      removeDraft(userId, name);
      setIsBack(false);
    });
  }, [userId, name]);
  return isBack;
}
