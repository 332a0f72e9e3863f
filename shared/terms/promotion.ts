/** What promotion does with a student. */
export type PromotionOutcome =
  | { kind: 'moves'; to: { classId: string; formLevel: number } }
  /** There is no next class: archived, with the day of leaving. */
  | { kind: 'leaves' }
  | { kind: 'repeats' }
  /** The school file does not know the class. */
  | { kind: 'unknown class' };

interface FormClass {
  id: string;
  form_level: number;
  next_class_id: string | null;
}

const no = new Set(['', 'no', 'n', 'false', '0']);

/** The registration form's answer is text: whatever does not say no says yes. */
export const isRepeater = (repeater: string | undefined): boolean => !no.has((repeater ?? '').trim().toLowerCase());

/** Where a current student goes at the end of the year (rule 27). */
export function promotionOf(
  student: { classId: string; repeater?: string | undefined },
  classes: ReadonlyMap<string, FormClass>,
): PromotionOutcome {
  const present = classes.get(student.classId);
  if (!present) return { kind: 'unknown class' };
  if (isRepeater(student.repeater)) return { kind: 'repeats' };
  const next = present.next_class_id === null ? undefined : classes.get(present.next_class_id);
  return next ? { kind: 'moves', to: { classId: next.id, formLevel: next.form_level } } : { kind: 'leaves' };
}
