import { entity } from '../../platform/table/entity.ts';

/**
 * Replaces the record of an erased student (ADR 0060) and has nothing about the person. A read of the student finds none, and no
 * list shows it. It reserves the id: marks of those years must not become another student's.
 */
interface ErasedStudentItem {
  studentId: string;
  erasedAt: string;
  /** The account that started the erasure. */
  erasedBy: string;
  /** The run that erases. */
  run: string;
  /** Keys of files that are still to be deleted. */
  files: string[];
}

export const ErasedStudentEntity = entity<ErasedStudentItem>()({
  name: 'erased-student',
  pk: 'student#${studentId}',
  sk: 'student',
});

export const erasedStudentKey = (studentId: string) => ErasedStudentEntity.key({ studentId });

/** The name that lists of past terms show for a student who was erased; the marks stay. */
export const erasedStudentName = (studentId: string) => ({
  studentId,
  firstName: studentId,
  lastName: 'Erased student',
});
