import { formLevelsByClass } from '../../../school/records/school.ts';
import { type GiveSourcedId, sourcedKeys } from '../sourced-ids.ts';
import type { SchoolFacts } from './facts.ts';
import { findTaughtGroups, type TaughtGroup } from './taught-groups.ts';

/** A group with the ids that are given out of it. */
export interface GivenGroup extends TaughtGroup {
  sourcedId: string;
  formLevel: number;
}

/** What the makers of records have before them. */
export interface Projection {
  facts: SchoolFacts;
  groups: readonly GivenGroup[];
  /** Of the current year: a class without one has no place in the standard. */
  termsOfYear: readonly { term: 1 | 2 | 3; sourcedId: string; dateStart: string; dateEnd: string }[];
  give: GiveSourcedId;
  /** The school's id. */
  org: string;
  userOfStudent: (studentId: string) => string;
  userOfTeacher: (employeeId: string) => string;
}

export function project(facts: SchoolFacts, give: GiveSourcedId): Projection {
  const year = facts.current?.year;
  const userOfTeacher = (employeeId: string) => give('user', sourcedKeys.teacher(employeeId));
  const termsOfYear = facts.terms
    .filter((term) => term.year === year)
    .map(({ term, dateStart, dateEnd }) => ({
      term,
      dateStart,
      dateEnd,
      sourcedId: give('academicSession', sourcedKeys.term(year ?? 0, term)),
    }));
  const levels = formLevelsByClass();
  const groups = year === undefined || termsOfYear.length === 0 ? [] : findTaughtGroups(facts);
  return {
    facts,
    give,
    termsOfYear,
    org: give('org', sourcedKeys.school()),
    userOfTeacher,
    userOfStudent: (studentId) => give('user', sourcedKeys.student(studentId)),
    groups: groups.map((group) => ({
      ...group,
      formLevel: levels.get(group.classId) ?? 0,
      sourcedId: give(
        'class',
        sourcedKeys.lesson({
          ...group,
          year: year ?? 0,
          teacher: group.ownTeacher === null ? null : userOfTeacher(group.ownTeacher),
        }),
      ),
    })),
  };
}

export const active = { status: 'active', dateLastModified: null } as const;
