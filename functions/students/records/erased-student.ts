import { entity } from '../../platform/table/entity.ts';

/**
 * Takes the place of the record of an erased student (ADR 0060), without anything about the person. A read of the student finds none, and no
 * list shows this. It keeps the id from being given again: the marks of those years would then be somebody else's.
 */
interface ErasedStudentItem {
  studentId: string;
  erasedAt: string;
  /** The account that asked for it. */
  erasedBy: string;
  /** The run that erases. */
  run: string;
  /** Keys of files that are still to be deleted. */
  files: string[];
}

export const ErasedStudent = entity<ErasedStudentItem>()({
  name: 'erased-student',
  pk: 'student#${studentId}',
  sk: 'student',
});

export const erasedStudentKey = (studentId: string) => ErasedStudent.key({ studentId });

/** The name that lists of past terms show for a student who was erased; the marks stay. */
export const namelessStudent = (studentId: string) => ({
  studentId,
  firstName: studentId,
  lastName: 'Erased student',
});
