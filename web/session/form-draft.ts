import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { removeDraft, writeDraft } from './drafts.ts';

interface FormDraft<Values> {
  userId: string;
  /** The form's name among the user's drafts. */
  name: string;
  /** The draft that was there when the form opened; its form's default values are what is stored. */
  draft: Values | undefined;
}

/**
 * Keeps a draft of the form on the device exactly while the form differs from what is stored: it goes with an acknowledged
 * save, which resets the form, with a discard, and when the user types the old values again. True while the form shows a
 * draft that came back.
 */
export function useFormDraft<Values extends FieldValues, Output>(
  { control, subscribe, reset }: UseFormReturn<Values, unknown, Output>,
  { userId, name, draft }: FormDraft<Values>,
): boolean {
  const [isBack, setIsBack] = useState(false);
  // Laid over the stored values, so that only what differs from them counts as changed.
  useEffect(() => {
    if (!draft) return;
    reset(draft, { keepDefaultValues: true });
    if (control._getDirty()) setIsBack(true);
    else removeDraft(userId, name);
  }, [draft, reset, control, userId, name]);
  useEffect(
    () =>
      subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values, isDirty }) => {
          if (isDirty) return writeDraft(userId, name, values);
          removeDraft(userId, name);
          setIsBack(false);
        },
      }),
    [subscribe, userId, name],
  );
  return isBack;
}
