import { writeBatches } from '#functions/platform/table/table.ts';
import { StudentEntity, type StudentItem } from '#functions/students/records/store.ts';
import { StudentSubjectAssignmentEntity } from '#functions/subjects/records/store.ts';
import { rebuildClassRosters } from './records.ts';

export interface ManyStudents {
  count: number;
  /** Classes in turn, each with its level. */
  classes: readonly { classId: string; formLevel: number }[];
  subjectIds: readonly string[];
  /** The number of the first one. */
  from?: number;
  /** What differs for the student of that number. */
  vary?: (index: number) => Partial<StudentItem>;
}

/** Writes students and what they take, without reports of any term, in batches. Ids are M0000, M0001 and so on. */
export async function addManyStudents({ count, classes, subjectIds, from = 0, vary }: ManyStudents): Promise<string[]> {
  const items: Record<string, unknown>[] = [];
  const studentIds = Array.from({ length: count }, (_, index) => `M${String(from + index).padStart(4, '0')}`);
  for (const [index, studentId] of studentIds.entries()) {
    const place = classes[index % classes.length];
    if (!place) throw new Error('No classes were named');
    const student: StudentItem = {
      studentId,
      firstName: `First ${index}`,
      lastName: `Last ${index}`,
      ...place,
      status: 'current',
      ...vary?.(index),
    };
    const { firstName, lastName, classId, formLevel } = student;
    items.push(StudentEntity.item(student));
    for (const subjectId of subjectIds) {
      items.push(
        StudentSubjectAssignmentEntity.item({ studentId, subjectId, firstName, lastName, classId, formLevel }),
      );
    }
  }
  const lanes = 4;
  const size = Math.ceil(items.length / lanes);
  await Promise.all(
    Array.from({ length: lanes }, (_, lane) => writeBatches(items.slice(lane * size, (lane + 1) * size))),
  );
  await rebuildClassRosters();
  return studentIds;
}
