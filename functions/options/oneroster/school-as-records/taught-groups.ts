import type { SchoolFacts } from './facts.ts';

/** Those of a form class who are taught a subject together. */
export interface TaughtGroup {
  subjectId: string;
  classId: string;
  /** Whose own students they are, where several teach the class; null for a group of all others. */
  ownTeacher: string | null;
  teachers: readonly string[];
  students: readonly string[];
}

type Facts = Pick<SchoolFacts, 'lessons' | 'assignments'> & {
  teachers: readonly { employeeId: string }[];
  students: readonly { studentId: string; classId: string }[];
};

/**
 * Groups by class and subject. A class is divided where students of it are assigned to teachers of their own and there
 * is somebody else beside: another such teacher, students without one, or a teacher of the class without own students.
 */
export function findTaughtGroups({ lessons, assignments, teachers, students }: Facts): TaughtGroup[] {
  const isTeacher = new Set(teachers.map(({ employeeId }) => employeeId));
  const classOf = new Map(students.map(({ studentId, classId }) => [studentId, classId]));
  const placeOf = ({ subjectId, classId }: { subjectId: string; classId: string }) => `${classId}#${subjectId}`;
  const taken = Map.groupBy(
    assignments.filter(({ studentId, classId }) => classOf.get(studentId) === classId),
    placeOf,
  );
  const taught = Map.groupBy(lessons, placeOf);
  return [...new Set([...taken.keys(), ...taught.keys()])].sort().flatMap((place) => {
    const takers = taken.get(place) ?? [];
    const [first] = [...takers, ...(taught.get(place) ?? [])];
    if (!first) return [];
    const { subjectId, classId } = first;
    const ownOf = ({ employeeId }: { employeeId?: string | undefined }) =>
      employeeId !== undefined && isTeacher.has(employeeId) ? employeeId : null;
    const byTeacher = Map.groupBy(takers, ownOf);
    const owners = [...byTeacher.keys()].filter((own) => own !== null).sort();
    const others = [...new Set((taught.get(place) ?? []).map(({ employeeId }) => employeeId))]
      .filter((employeeId) => !byTeacher.has(employeeId))
      .sort();
    const withoutOwn = byTeacher.get(null) ?? [];
    const named = (of: readonly { studentId: string }[]) => of.map(({ studentId }) => studentId).sort();
    if (owners.length === 1 && others.length === 0 && withoutOwn.length === 0) {
      return [{ subjectId, classId, ownTeacher: null, teachers: owners, students: named(takers) }];
    }
    const ofAll = { subjectId, classId, ownTeacher: null, teachers: others, students: named(withoutOwn) };
    return [
      ...(others.length + withoutOwn.length > 0 ? [ofAll] : []),
      ...owners.map((own) => ({
        subjectId,
        classId,
        ownTeacher: own,
        teachers: [own],
        students: named(byTeacher.get(own) ?? []),
      })),
    ];
  });
}
