/** What promotion does with a student. */
export type PromotionOutcome =
  | { kind: 'moves'; to: { classId: string; formLevel: number } }
  /** There is no next class: archived, with the day of leaving. */
  | { kind: 'leaves' }
  | { kind: 'repeats' }
  /** The school file does not know the class: the student's, or the one that was chosen. */
  | { kind: 'unknown class'; classId: string }
  /** The student has changed class since it was decided, and is not moved. */
  | { kind: 'in another class'; decided: PromotionDecision };

/** In place of a class: the student leaves the school. No class has this name. */
export const leavesSchool = '-';

/** Decisions of one save at most. */
export const maxDecisionsPerSave = 1000;

/** What the plan says of a student. */
export interface PromotionDecision {
  /** The class of the coming year; the student's own is to be repeated; or {@link leavesSchool}. */
  to: string;
  /** The class that the student was in when it was decided. */
  fromClass: string;
}

interface FormClass {
  id: string;
  form_level: number;
  next_class_id: string | null;
}

const no = new Set(['', 'no', 'n', 'false', '0']);

/** The registration form's answer is text: everything but a no is a yes. */
const isRepeater = (repeater: string | undefined): boolean => !no.has((repeater ?? '').trim().toLowerCase());

/**
 * Where a current student goes at the end of the year: as was decided of the student, else by the rule (rule 27, 35).
 */
export function decidePromotion(
  student: { classId: string; repeater?: string | undefined },
  classes: ReadonlyMap<string, FormClass>,
  decision?: PromotionDecision,
): PromotionOutcome {
  if (decision) return decidedOutcome(student.classId, classes, decision);
  const present = classes.get(student.classId);
  if (!present) return { kind: 'unknown class', classId: student.classId };
  if (isRepeater(student.repeater)) return { kind: 'repeats' };
  const next = present.next_class_id === null ? undefined : classes.get(present.next_class_id);
  return next ? { kind: 'moves', to: placeIn(next) } : { kind: 'leaves' };
}

function decidedOutcome(
  classId: string,
  classes: ReadonlyMap<string, FormClass>,
  decided: PromotionDecision,
): PromotionOutcome {
  if (decided.fromClass !== classId) return { kind: 'in another class', decided };
  if (decided.to === leavesSchool) return { kind: 'leaves' };
  if (decided.to === classId) return { kind: 'repeats' };
  const chosen = classes.get(decided.to);
  return chosen ? { kind: 'moves', to: placeIn(chosen) } : { kind: 'unknown class', classId: decided.to };
}

const placeIn = ({ id, form_level }: FormClass) => ({ classId: id, formLevel: form_level });

/**
 * Where the rule alone sends a student: a class, the present one, or {@link leavesSchool}; null for a class that the
 * school does not have.
 */
export function targetByRule(
  student: { classId: string; repeater?: string | undefined },
  classes: ReadonlyMap<string, FormClass>,
): string | null {
  const outcome = decidePromotion(student, classes);
  switch (outcome.kind) {
    case 'moves':
      return outcome.to.classId;
    case 'leaves':
      return leavesSchool;
    case 'repeats':
      return student.classId;
    default:
      return null;
  }
}

const leaves = new Set(['leaves', 'leave', leavesSchool]);

/**
 * Reads where a student goes as a spreadsheet says it: a class, "Leaves", "Not decided", or the words of
 * {@link decisionText}. Undefined where it says nothing: blank, or that it is still to be decided.
 */
export function parsePromotionTarget(text: string): string | null | undefined {
  const said = text.replace(/\s+/g, ' ').trim();
  const [, classId] = /^(?:to|repeats?) (.+)$/i.exec(said) ?? [];
  const word = said.toLowerCase();
  if (leaves.has(word)) return leavesSchool;
  if (word === 'not decided') return null;
  if (word === '' || word === 'decide again' || word === 'not known') return undefined;
  return classId ?? said;
}

/** A decision in words, of a student of a class: "Repeats 3A", "To 4A", "Leaves", "Not decided". */
export function decisionText(to: string | null, classId: string): string {
  if (to === null) return 'Not decided';
  if (to === leavesSchool) return 'Leaves';
  return to === classId ? `Repeats ${to}` : `To ${to}`;
}
