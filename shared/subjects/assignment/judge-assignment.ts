/** The outcome of giving a student a subject and a teacher. `reason` is a sentence. */
export type AssignmentVerdict = { kind: 'new' | 'other teacher' | 'unchanged' } | { kind: 'refused'; reason: string };

interface Student {
  class_id: string;
  form_level: number;
  is_archived?: boolean;
}

interface Wanted {
  /** The chosen level and class; null for any. */
  form_level: number | null;
  class_id: string | null;
  /** Null leaves it to the teachers of the student's class. */
  teacher: { employee_id: string; class_ids: readonly string[] } | null;
}

/** Decides whether a student can be given a subject with a teacher; browser and server share the rule (rule 12). */
export function judgeAssignment(
  student: Student,
  /** What the student has now; null where the subject is not taken. */
  assigned: { employee_id: string | null } | null,
  { form_level, class_id, teacher }: Wanted,
): AssignmentVerdict {
  if (student.is_archived) return refused('Is archived.');
  if (form_level !== null && student.form_level !== form_level) return refused(`Is in class ${student.class_id} now.`);
  if (class_id !== null && student.class_id !== class_id) return refused(`Is in class ${student.class_id} now.`);
  if (teacher && !teacher.class_ids.includes(student.class_id)) {
    return refused(`The teacher does not teach the subject in ${student.class_id}.`);
  }
  if (!assigned) return { kind: 'new' };
  return { kind: assigned.employee_id === (teacher?.employee_id ?? null) ? 'unchanged' : 'other teacher' };
}

const refused = (reason: string): AssignmentVerdict => ({ kind: 'refused', reason });
