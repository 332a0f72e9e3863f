import { classRegistrationKeys } from '../../marks/records/term-report.ts';
import { readMany } from '../../platform/table/table.ts';
import { school } from '../../school/records/school.ts';

/** Who is registered for a term in a class, or in all of them, by class and id. One request for each hundred classes. */
export async function registeredIn(
  { year, term }: { year: number; term: 1 | 2 | 3 },
  classId: string | null,
): Promise<string[]> {
  const classIds = classId === null ? school().formClasses.map(({ id }) => id) : [classId];
  const registrations = await readMany(classRegistrationKeys({ year, term, classIds }));
  const byClass = new Map(registrations.map((one) => [one.classId, one.studentIds ?? []]));
  return classIds.flatMap((id) => [...(byClass.get(id) ?? [])].sort());
}
