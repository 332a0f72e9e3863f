import type { FileKind } from '#shared/student-files/kinds.ts';
import type { Action } from '../platform/table/direct-write.ts';
import { stillAs } from '../platform/table/table.ts';
import { Assignment, assignmentsOf } from '../subjects/store.ts';
import { Student, type StudentItem } from './store.ts';

/**
 * Gives a student another file of a kind, or none, on the condition that the record still names the one that was read. What the
 * student takes carries the picture's name along, for the sheets; no subject is given in between.
 */
export async function fileActions(student: StudentItem, kind: FileKind, file: string | null): Promise<Action[]> {
  const { studentId } = student;
  const patch = Student.patch({ studentId });
  const write = file === null ? patch.remove([kind]) : patch.set({ [kind]: file });
  if (kind !== 'picture') return [{ Update: write.where(stillAs(student, [kind])).params() }];
  const copies = (await assignmentsOf(studentId)).map(({ subjectId }): Action => {
    const copy = Assignment.patch({ studentId, subjectId });
    return { Update: (file === null ? copy.remove(['picture']) : copy.set({ picture: file })).params() };
  });
  return [{ Update: write.where(stillAs(student, [kind, 'givenBy'])).params() }, ...copies];
}
