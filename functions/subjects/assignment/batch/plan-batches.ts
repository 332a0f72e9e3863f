import { actionsBesides, actionsOfStudent } from '../assigning/write-assigning.ts';

/** What a transaction takes at most, without the check that the term is open; one read takes as many keys. */
const maximum = 99;

/**
 * Students in the order of their classes, in batches of one transaction each: three actions for each student, one for each class of the
 * batch where a lesson is a condition, and what each transaction has besides.
 */
export function batchesOf(
  students: readonly { studentId: string; classId: string }[],
  { hasTeacher }: { hasTeacher: boolean },
): string[][] {
  const batches: string[][] = [];
  const inOrder = [...students].sort(
    (a, b) => a.classId.localeCompare(b.classId) || a.studentId.localeCompare(b.studentId),
  );
  let free = 0;
  let lastClass: string | undefined;
  for (const { studentId, classId } of inOrder) {
    const own = actionsOfStudent + (hasTeacher && classId !== lastClass ? 1 : 0);
    if (own > free) {
      batches.push([]);
      free = maximum - actionsBesides - (hasTeacher ? 1 : 0) - actionsOfStudent;
    } else free -= own;
    lastClass = classId;
    batches.at(-1)?.push(studentId);
  }
  return batches;
}
