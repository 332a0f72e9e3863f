import { identityOf } from '#shared/student-spreadsheets/doubles.ts';
import type { StudentField } from '#shared/students/fields.ts';
import type { Sameness } from '#shared/students/same-student.ts';
import { doubleFinder, everybody, type Known } from '../../students/record/doubles.ts';

/** A student of the school whom a row is, or may be. */
export interface Match {
  student: Known;
  by: Sameness | 'id';
}

/** Everybody of the school, archived students too. One request for each megabyte of the table. */
export async function knownStudents() {
  const known = await everybody();
  const byId = new Map(known.map((student) => [student.studentId, student]));
  const doublesOf = doubleFinder(known);
  return {
    ids: [...byId.keys()],
    /** Every student that a row may be about, each listed once: a match by id first, then by the number of a paper, then by name and birthday. */
    find: (values: ReadonlyMap<StudentField, string>): Match[] => {
      const own = byId.get(values.get('id') ?? '');
      const found = new Map<string, Match>(own ? [[own.studentId, { student: own, by: 'id' }]] : []);
      for (const { student, same } of doublesOf(identityOf(values))) {
        if (!found.has(student.studentId)) found.set(student.studentId, { student, by: same });
      }
      return [...found.values()];
    },
  };
}
export type KnownStudents = Awaited<ReturnType<typeof knownStudents>>;
