import type { Pupil } from '../students/pupil.ts';
import type { TeachingGroup } from '../types.ts';
import {
  capePeriods,
  csecCorePeriods,
  csecCoreSubjects,
  csecOptionPeriods,
  generalPaper,
  generalPaperPeriods,
  lowerSchoolLessons,
} from './curriculum.ts';
import type { SubjectId } from './subjects.ts';

/** A teaching group that has no teacher yet. */
export type GroupWithoutTeacher = Omit<TeachingGroup, 'employeeId' | 'subjectId'> & { subjectId: SubjectId };

/** More than this many students of a level in one subject sit in two groups. */
const largestGroup = 36;

/** A student's subjects in a form, with lessons a week. */
function subjectsAt(pupil: Pupil, formLevel: number): ReadonlyMap<SubjectId, number> {
  if (formLevel <= 3)
    return new Map(Object.entries(lowerSchoolLessons[formLevel as 1 | 2 | 3]) as [SubjectId, number][]);
  if (formLevel <= 5) {
    const core = csecCoreSubjects.map((id) => [id, csecCorePeriods] as const);
    return new Map([...core, ...pupil.csec.map((id) => [id, csecOptionPeriods] as const)]);
  }
  const paper = [generalPaper[formLevel as 6 | 7], generalPaperPeriods] as const;
  return new Map([...pupil.cape.map((id) => [id, capePeriods] as const), paper]);
}

/** The students of a year and where they sit, `before` for the year before the current one. */
export const placementIn = (pupil: Pupil, when: 'now' | 'before') =>
  when === 'before' ? pupil.placeBefore : pupil.status === 'current' ? pupil.place : undefined;

/**
 * Groups of a year. Forms 1 to 3 and the core of forms 4 and 5 are taught by class; everything else by subject and
 * level, in as many groups as there are students for, with no class torn apart.
 */
export function buildGroups(
  pupils: readonly Pupil[],
  { year, when }: { year: number; when: 'now' | 'before' },
): GroupWithoutTeacher[] {
  const takers = new Map<
    string,
    { subjectId: SubjectId; formLevel: number; periods: number; byClass: Map<string, string[]> }
  >();
  for (const pupil of pupils) {
    const place = placementIn(pupil, when);
    if (!place) continue;
    for (const [subjectId, periods] of subjectsAt(pupil, place.formLevel)) {
      const key = `${place.formLevel}/${subjectId}`;
      const entry = takers.get(key) ?? { subjectId, formLevel: place.formLevel, periods, byClass: new Map() };
      takers.set(key, entry);
      entry.byClass.set(place.classId, [...(entry.byClass.get(place.classId) ?? []), pupil.studentId]);
    }
  }
  return [...takers.values()].flatMap(({ subjectId, formLevel, periods, byClass }) => {
    const isByClass = formLevel <= 3 || (formLevel <= 5 && csecCoreSubjects.some((id) => id === subjectId));
    return split(byClass, isByClass).map((classes) => ({
      year,
      subjectId,
      formLevel,
      periods,
      sittings: 1,
      classIds: classes.map(([classId]) => classId),
      studentIds: classes.flatMap(([, studentIds]) => studentIds),
    }));
  });
}

type ClassTakers = [classId: string, studentIds: string[]];

/** The largest class first, each into the group that is smallest so far. */
function split(byClass: ReadonlyMap<string, string[]>, isByClass: boolean): ClassTakers[][] {
  const classes = [...byClass].sort(
    ([a, takersA], [b, takersB]) => takersB.length - takersA.length || (a < b ? -1 : 1),
  );
  if (isByClass) return classes.map((entry) => [entry]);
  const sizeOf = (group: readonly ClassTakers[]) => group.reduce((sum, [, studentIds]) => sum + studentIds.length, 0);
  const groups: ClassTakers[][] = Array.from({ length: Math.ceil(sizeOf(classes) / largestGroup) }, () => []);
  for (const entry of classes) {
    groups.reduce((smallest, group) => (sizeOf(group) < sizeOf(smallest) ? group : smallest)).push(entry);
  }
  return groups.filter((group) => group.length > 0).map((group) => group.sort(([a], [b]) => (a < b ? -1 : 1)));
}
