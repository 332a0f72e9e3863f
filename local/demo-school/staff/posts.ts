import type { SchoolFile } from '#shared/school/school-file.ts';
import type { DemoClassPost, DemoLesson, TeachingGroup } from '../types.ts';
import { matchFormTeachers } from './allocate-teachers.ts';
import type { StaffMember } from './members.ts';

/** A group's lessons, one row a class. */
export const lessonsOfGroups = (groups: readonly TeachingGroup[]): DemoLesson[] =>
  groups.flatMap(({ employeeId, year, subjectId, formLevel, classIds }) =>
    classIds.map((classId) => ({ employeeId, year, subjectId, classId, formLevel })),
  );

/** One form teacher for every class that has lessons in the year, and the deans of its level. */
export function buildClassPosts(
  groups: readonly TeachingGroup[],
  { school, staff, year }: { school: SchoolFile; staff: readonly StaffMember[]; year: number },
): DemoClassPost[] {
  const classes = school.formClasses.filter(({ id }) => groups.some((group) => group.classIds.includes(id)));
  const formTeachers = matchFormTeachers(groups, { classIds: classes.map(({ id }) => id), staff });
  const byId = new Map(staff.map((member) => [member.employee.employeeId, member]));
  const postOf = (
    member: StaffMember,
    as: DemoClassPost['as'],
    place: { id: string; form_level: number },
  ): DemoClassPost => ({
    employeeId: member.employee.employeeId,
    year,
    classId: place.id,
    formLevel: place.form_level,
    as,
    name: `${member.employee.firstName} ${member.employee.lastName}`,
  });
  return classes.flatMap((place) => {
    const formTeacher = byId.get(formTeachers.get(place.id) ?? '');
    const deans = staff.filter(({ position }) => position.deanOf?.includes(place.form_level));
    return [
      ...(formTeacher ? [postOf(formTeacher, 'form teacher', place)] : []),
      ...deans.map((dean) => postOf(dean, 'dean', place)),
    ];
  });
}
