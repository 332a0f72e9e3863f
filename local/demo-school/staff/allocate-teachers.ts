import { isTaughtByClass } from '#shared/people/form-level.ts';
import type { TeachingGroup } from '../types.ts';
import type { GroupWithoutTeacher } from './groups.ts';
import type { StaffMember } from './members.ts';

/**
 * Gives every group a teacher who is trained for its subject: rare subjects first, and always to the one with the most
 * room left, own subject before second subject.
 */
export function allocateTeachers(
  groups: readonly GroupWithoutTeacher[],
  staff: readonly StaffMember[],
): TeachingGroup[] {
  const loads = new Map(staff.map((member) => [member, 0]));
  const trainedFor = (group: GroupWithoutTeacher) =>
    staff.filter(({ position }) => position.teaches.includes(group.subjectId));
  const inOrder = [...groups].sort(
    (a, b) => trainedFor(a).length - trainedFor(b).length || b.periods - a.periods || compareGroups(a, b),
  );
  const taught = inOrder.map((group) => {
    const strain = (member: StaffMember) =>
      ((loads.get(member) ?? 0) + group.periods) / member.position.load +
      0.1 * member.position.teaches.indexOf(group.subjectId);
    const candidates = trainedFor(group);
    if (candidates.length === 0) throw new Error(`Nobody teaches ${group.subjectId}`);
    const chosen = candidates.reduce((best, member) => (strain(member) < strain(best) ? member : best));
    loads.set(chosen, (loads.get(chosen) ?? 0) + group.periods);
    return { employeeId: chosen.employee.employeeId, ...group };
  });
  return joinAboveLevelThree(taught).sort(compareGroups);
}

/**
 * From level 4 on, what one teacher teaches of a subject and level is one lesson and one page of the mark book (product
 * §9).
 */
function joinAboveLevelThree(groups: readonly TeachingGroup[]): TeachingGroup[] {
  const joined = new Map<string, TeachingGroup>();
  for (const group of groups) {
    const { employeeId, subjectId, formLevel, classIds } = group;
    const key = [employeeId, subjectId, formLevel, ...(isTaughtByClass(formLevel) ? classIds : [])].join('/');
    const other = joined.get(key);
    joined.set(
      key,
      other
        ? {
            ...group,
            sittings: other.sittings + group.sittings,
            classIds: [...new Set([...other.classIds, ...classIds])].sort(),
            studentIds: [...other.studentIds, ...group.studentIds],
          }
        : group,
    );
  }
  return [...joined.values()];
}

const nameOf = (group: Pick<TeachingGroup, 'formLevel' | 'subjectId' | 'classIds'>): string =>
  `${group.formLevel}/${group.subjectId}/${group.classIds.join(',')}`;
const compareGroups = (a: Parameters<typeof nameOf>[0], b: Parameters<typeof nameOf>[0]): number =>
  nameOf(a) < nameOf(b) ? -1 : 1;

/**
 * One form teacher a class, from those who teach in it: Kuhn's matching, for a class may have to give its first choice
 * up to another. Answers employee ids by class id.
 */
export function matchFormTeachers(
  groups: readonly TeachingGroup[],
  { classIds, staff }: { classIds: readonly string[]; staff: readonly StaffMember[] },
): Map<string, string> {
  const fixed = new Map<string, string>();
  for (const { position, employee } of staff) {
    const own = groups.find(
      ({ employeeId, formLevel, classIds }) =>
        position.formIn?.includes(formLevel) && employeeId === employee.employeeId && !fixed.has(classIds[0] ?? ''),
    );
    if (own?.classIds[0]) fixed.set(own.classIds[0], employee.employeeId);
  }
  const eligible = new Set(
    staff
      .filter(({ position }) => !position.isWithoutForm && !position.deanOf && !position.formIn)
      .map(({ employee }) => employee.employeeId),
  );
  const candidatesOf = (classId: string) => [
    ...new Set(
      groups
        .filter((group) => group.classIds.includes(classId) && eligible.has(group.employeeId))
        .sort((a, b) => b.periods - a.periods)
        .map((group) => group.employeeId),
    ),
  ];
  const classOf = new Map<string, string>();
  const place = (classId: string, tried: Set<string>): boolean => {
    for (const employeeId of candidatesOf(classId)) {
      if (tried.has(employeeId)) continue;
      tried.add(employeeId);
      const holder = classOf.get(employeeId);
      if (holder === undefined || place(holder, tried)) {
        classOf.set(employeeId, classId);
        return true;
      }
    }
    return false;
  };
  for (const classId of classIds) {
    if (!fixed.has(classId) && !place(classId, new Set())) throw new Error(`No form teacher for ${classId}`);
  }
  return new Map([...fixed, ...[...classOf].map(([employeeId, classId]) => [classId, employeeId] as const)]);
}
