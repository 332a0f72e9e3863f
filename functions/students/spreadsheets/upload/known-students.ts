import type { StudentField } from '#shared/students/fields.ts';
import type { SharedFact } from '#shared/students/identity-keys.ts';
import { identityOfRow } from '#shared/students/spreadsheets/duplicates.ts';
import {
  createDuplicateFinder,
  createImportedIdFinder,
  createNearSeaFinder,
  type KnownStudent,
  readAllIdentities,
} from '../../records/duplicates.ts';

/** A student of the school that a row is, or may be. */
export interface StudentMatch {
  student: KnownStudent;
  by: SharedFact | 'id' | 'near id' | 'near sea';
}

/** All students, archived ones too. One request for each megabyte of the table. */
export const readKnownStudents = async () => createKnownStudents(await readAllIdentities());

/** Makes the search for the students of rows among those of the school. */
export function createKnownStudents(known: readonly KnownStudent[]) {
  const findById = createImportedIdFinder(known);
  const duplicatesOf = createDuplicateFinder(known);
  const nearSeasOf = createNearSeaFinder(known);
  return {
    ids: known.map(({ studentId }) => studentId),
    /**
     * Every student that a row may be about, once each: matches by id first, or by ids that differ in zeros alone, then
     * by certificate number, then by name and birthday, then by an SEA number that differs in zeros alone.
     */
    find: (values: ReadonlyMap<StudentField, string>): StudentMatch[] => {
      const { exact, near } = findById(values.get('id') ?? '');
      const byId: StudentMatch[] = exact
        ? [{ student: exact, by: 'id' }]
        : near.map((student) => ({ student, by: 'near id' as const }));
      const found = new Map(byId.map((match) => [match.student.studentId, match]));
      for (const { student, same } of duplicatesOf(identityOfRow(values))) {
        if (!found.has(student.studentId)) found.set(student.studentId, { student, by: same });
      }
      for (const student of nearSeasOf(identityOfRow(values))) {
        if (!found.has(student.studentId)) found.set(student.studentId, { student, by: 'near sea' });
      }
      return [...found.values()];
    },
  };
}
export type KnownStudents = ReturnType<typeof createKnownStudents>;
