import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

interface KeptField {
  /** To be set on what holds the record. */
  panels: RefObject<HTMLDivElement | null>;
  /** To be called before another student comes up. */
  leave: () => void;
}

/**
 * Keeps the focus in the same field from student to student, for those who fill one field down a class. A subject that the next
 * student does not take gives the focus to the same column of the first one. The names are the `data-field` attributes.
 */
export function useKeptField(studentId: string): KeptField {
  const panels = useRef<HTMLDivElement>(null);
  const left = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another student is the moment
  useLayoutEffect(() => {
    const name = left.current;
    left.current = null;
    if (name !== null && panels.current) focusField(panels.current, name);
  }, [studentId]);

  const leave = useCallback(() => {
    const active = document.activeElement;
    if (!(active instanceof HTMLElement) || !panels.current?.contains(active)) return;
    left.current = active.closest<HTMLElement>('[data-field]')?.dataset.field ?? null;
    // What is being typed goes to its own student first.
    active.blur();
  }, []);
  return { panels, leave };
}

/** Gives the focus to a field, by its `data-field`; to its column in another subject, or the first field, where it is not there. */
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
      // As Tab does: the first key replaces a count.
      if (control instanceof HTMLInputElement) control.select();
      return;
    }
  }
}
