import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

interface KeptField {
  /** Ref for the element around the record. */
  panels: RefObject<HTMLDivElement | null>;
  /** Call it before another student is shown. */
  leave: () => void;
}

/**
 * Keeps the focus in the same field from student to student, by its `data-field`, for filling one field down a class.
 * Where the next student does not take the subject, the same column of the first subject gets the focus.
 */
export function useFocusInSameField(studentId: string): KeptField {
  const panels = useRef<HTMLDivElement>(null);
  const left = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the student changes
  useLayoutEffect(() => {
    const name = left.current;
    left.current = null;
    if (name !== null && panels.current) focusField(panels.current, name);
  }, [studentId]);

  const leave = useCallback(() => {
    const active = document.activeElement;
    if (!(active instanceof HTMLElement) || !panels.current?.contains(active)) return;
    left.current = active.closest<HTMLElement>('[data-field]')?.dataset.field ?? null;
    // Saves what is being typed for its own student.
    active.blur();
  }, []);
  return { panels, leave };
}

/** Focuses a field by its `data-field`, or else the same column of another subject, or the first field. */
export function focusField(panels: HTMLElement, name: string): void {
  const [, column] = name.split('/');
  const sameColumn = column !== undefined ? [`[data-field$="/${CSS.escape(column)}"]`] : [];
  for (const selector of [`[data-field="${CSS.escape(name)}"]`, ...sameColumn, '[data-field]']) {
    const control = [...panels.querySelectorAll(selector)]
      .map((field) => field.querySelector<HTMLElement>(':is(input, textarea, button):enabled'))
      // Not in a group that is folded away.
      .find((one) => one?.closest('details:not([open])') === null);
    if (control) {
      control.focus();
      // Selects the text, as Tab does: the first key replaces a count.
      if (control instanceof HTMLInputElement) control.select();
      return;
    }
  }
}
