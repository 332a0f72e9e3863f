import { createStudentValueReader, type StudentValueReader, type ValueLists } from '#shared/students/values.ts';
import { school, schoolDay } from '../../school/records/school.ts';

/** The lists of this school that a fact may be chosen from, and today's date at `now`. */
export function valueListsOfSchool(now: Date): ValueLists {
  const { formClasses, houses, codeLists } = school();
  return {
    classes: formClasses.map(({ id }) => id),
    houses: houses.map(({ id, name }) => ({ id, name })),
    codes: codeLists,
    today: schoolDay(now),
  };
}

/** The reader of typed facts for this school, at `now`. */
export const createFactReader = (now: Date): StudentValueReader => createStudentValueReader(valueListsOfSchool(now));
