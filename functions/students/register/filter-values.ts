import { type StudentField, storedAttributeName } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { FilterValueOfClasses } from '#shared/students/register/list-calls.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { listStudentTexts } from '../records/rosters/list-student-texts.ts';
import type { StudentStatus } from '../records/store.ts';

export const listAddressTowns = callHandler(studentRegisterContract.listAddressTowns, {
  handle: async ({ input: { view = 'current' }, caller }) =>
    countFieldValues('address_line_2', caller.role === 'Admin' ? view : 'current'),
});

export const listParentOccupations = callHandler(studentRegisterContract.listParentOccupations, {
  handle: async ({ input: { parent, view = 'current' } }) => countFieldValues(`${parent}_occupation`, view),
});

export const listHouses = callHandler(studentRegisterContract.listHouses, {
  handle: async () => school().houses,
});

const byText = new Intl.Collator('en', { numeric: true }).compare;

/**
 * The values of a field in alphabetical order, each with the number of its students by class. Blank ones are not
 * counted.
 */
export async function countFieldValues(field: StudentField, status: StudentStatus): Promise<FilterValueOfClasses[]> {
  const attribute = storedAttributeName(field);
  const found = new Map<string, Map<string, number>>();
  for await (const students of listStudentTexts(status, { only: [attribute, 'classId'] })) {
    for (const textOf of students) {
      const [value, classId] = [textOf(attribute), textOf('classId')];
      if (!value || !classId) continue;
      const classes = found.get(value) ?? new Map<string, number>();
      found.set(value, classes.set(classId, (classes.get(classId) ?? 0) + 1));
    }
  }
  return [...found]
    .map(([value, classes]) => ({
      text: value,
      value,
      count: [...classes.values()].reduce((sum, count) => sum + count, 0),
      class_ids: [...classes]
        .map(([class_id, count]) => ({ class_id, count }))
        .sort((a, b) => byText(a.class_id, b.class_id)),
    }))
    .sort((a, b) => byText(a.text, b.text));
}
