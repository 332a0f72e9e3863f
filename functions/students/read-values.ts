import { type ReadStudentValue, studentValueReader } from '#shared/students/values.ts';
import { school, schoolDay } from '../reference/school.ts';

/** The reader of typed facts for this school, at a moment. */
export function schoolValueReader(now: Date): ReadStudentValue {
  const { formClasses, houses, codeLists } = school();
  return studentValueReader({
    classes: formClasses.map(({ id }) => id),
    houses,
    codes: codeLists,
    today: schoolDay(now),
  });
}
