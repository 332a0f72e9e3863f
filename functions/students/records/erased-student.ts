import { entity } from '../../platform/table/entity.ts';
import { readMany } from '../../platform/table/table.ts';

/**
 * Replaces the record of an erased student (ADR 0060) and has nothing about the person. A read of the student finds
 * none, and no list shows it. It reserves the id: marks of those years must not become another student's.
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
  /**
   * The Date of Leaving, yyyy-MM-dd, where the student left within a year: the ranks of that term stay as they were.
   */
  leftOn?: string | undefined;
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

/**
 * Those students as lists of past terms read them, with what says whether they left in a term. A request for each
 * hundred.
 */
export async function readErasedStudents(studentIds: readonly string[]) {
  const erased = await readMany(studentIds.map(erasedStudentKey));
  const leftOn = new Map(erased.map((one) => [one.studentId, one.leftOn]));
  return studentIds.map((studentId) => {
    const left = leftOn.get(studentId);
    const leaving = left === undefined ? {} : { archivedIn: 'erased', date_of_leaving: left };
    return { ...erasedStudentName(studentId), status: 'archived' as const, ...leaving };
  });
}
