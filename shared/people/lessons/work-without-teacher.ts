import type { Output } from '../../http/contract.ts';
import { pluralize } from '../../pluralize.ts';
import type { lessonsContract } from './contract.ts';

/** "3 lessons and 2 classes" that nobody has (rule 51); blank where everything has somebody. */
export function describeWorkWithoutTeacher({
  teachers,
  form_classes: formClasses,
}: Output<typeof lessonsContract.listWorkWithoutTeacher>): string {
  const lessons = teachers.reduce((sum, one) => sum + one.lessons.length, 0);
  const classes = teachers.reduce(
    (sum, one) => sum + one.form_teacher_of.length + one.dean_of.length,
    formClasses.length,
  );
  return [
    ...(lessons > 0 ? [pluralize(lessons, 'lesson')] : []),
    ...(classes > 0 ? [pluralize(classes, 'class', 'classes')] : []),
  ].join(' and ');
}
