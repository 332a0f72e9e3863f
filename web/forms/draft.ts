import { useEffect, useState } from 'react';
import { readDraft, removeDraft, writeDraft } from '../session/drafts.ts';
import { useSession } from '../session/session.ts';
import type { Typed } from './form-values.ts';
import type { Form } from './use-form.ts';

const isFieldValue = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** The draft of that name, if it has the fields that the form has today; otherwise null. */
export function draftOf<V extends object>(userId: string, name: string, blank: V): Typed<V> | null {
  const draft = readDraft(userId, name);
  if (typeof draft !== 'object' || draft === null) return null;
  const fields = new Map(Object.entries(draft));
  const isWhole = Object.keys(blank).every((field) => fields.has(field) && isFieldValue(fields.get(field)));
  return isWhole && fields.size === Object.keys(blank).length ? (draft as Typed<V>) : null;
}

/**
 * Keeps a draft of the form on the device exactly while the form differs from what is stored: it goes with an acknowledged
 * save, with a discard, and when the user types the old values again. True while the form shows a draft that came back; give
 * it to `FormBody`, which says so. Null as name: this form keeps none.
 */
export function useFormDraft<V extends object>(form: Form<V>, name: string | null, stored: V): boolean {
  const userId = useSession()?.id ?? '';
  const [draft] = useState(() => (name === null ? null : draftOf(userId, name, stored)));
  const [isBack, setIsBack] = useState(false);
  const { restore, onChange } = form;
  // Laid over the stored values, so that only what differs from them counts as changed.
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
      if (isDirty) return writeDraft(userId, name, values);
      removeDraft(userId, name);
      setIsBack(false);
    });
  }, [userId, name]);
  return isBack;
}
