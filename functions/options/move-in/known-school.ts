import { foldName, type NamedKind, namedKinds } from '#shared/options/move-in/kinds.ts';
import { type EmployeeItem, listAllEmployees, readTeachersOfClasses } from '../../people/records/store.ts';
import { readItems } from '../../platform/table/table.ts';
import { readCurrentPeriod } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { type KnownStudent, readAllIdentities } from '../../students/records/duplicates.ts';
import { lastIdOfRunningUpload, lastPlannedStudentIdKey } from '../../students/records/planned-student-ids.ts';
import { type AssignmentItem, listAssignmentsOfClass, subjectUnlessDeleted } from '../../subjects/records/store.ts';
import { readSubjectList, type VersionedSubjects } from '../../subjects/records/subject-list.ts';
import { type RememberedChoices, RememberedNamesEntity } from './records/remembered-names.ts';

/** The school as it is before a file is moved in. */
export interface KnownSchool {
  year: number | null;
  classIds: readonly string[];
  subjects: VersionedSubjects;
  teachers: readonly EmployeeItem[];
  lessons: readonly { employeeId: string; subjectId: string; classId: string }[];
  posts: readonly { employeeId: string; classId: string; as: string; name: string }[];
  students: readonly KnownStudent[];
  assignments: readonly AssignmentItem[];
  /** The last id that a running upload gives; empty without one. */
  lastPlannedId: string;
  plannedIds: Parameters<typeof lastIdOfRunningUpload>[0];
  remembered: Readonly<Record<NamedKind, Readonly<Record<string, string>>>>;
  rememberedChoices: RememberedChoices;
}

const choices = ['sheet', 'column'] as const;

/** Reads what is compared with a file. A query for each class, and about ten requests. */
export async function readKnownSchool(): Promise<KnownSchool> {
  const classIds = school().formClasses.map(({ id }) => id);
  const { planned } = await readItems({ planned: lastPlannedStudentIdKey() });
  const [lastPlannedId, period, subjects, teachers, students, remembered, assignments] = await Promise.all([
    lastIdOfRunningUpload(planned),
    readCurrentPeriod(),
    readSubjectList(),
    listAllEmployees(),
    readAllIdentities(),
    readItems({ names: [...namedKinds, ...choices].map((of) => RememberedNamesEntity.key({ of })) }),
    Promise.all(classIds.map(listAssignmentsOfClass)),
  ]);
  const year = period?.year ?? null;
  const { lessons, posts } = year === null ? { lessons: [], posts: [] } : await readTeachersOfClasses(classIds, year);
  const namesOf = (of: NamedKind | keyof RememberedChoices) =>
    remembered.names.find((one) => one.of === of)?.names ?? {};
  return {
    year,
    classIds,
    subjects,
    teachers,
    lessons,
    posts,
    students,
    assignments: assignments.flat(),
    lastPlannedId,
    plannedIds: planned,
    remembered: {
      class: namesOf('class'),
      subject: namesOf('subject'),
      teacher: namesOf('teacher'),
      'past subject': namesOf('past subject'),
      grade: namesOf('grade'),
      'part of a mark': namesOf('part of a mark'),
    },
    rememberedChoices: { sheet: namesOf('sheet'), column: namesOf('column') },
  };
}

/** The subjects that are not deleted. */
export const currentSubjects = ({ subjects }: Pick<KnownSchool, 'subjects'>) =>
  subjects.subjects.filter((subject) => subjectUnlessDeleted(subject) !== undefined);

/** "Form 1 A", "class 1A" and "1a" as the class 1A. */
export function createClassFinder(classIds: readonly string[]): (text: string) => string | undefined {
  const bare = (text: string) =>
    foldName(text)
      .replaceAll(/\b(form|class|grade|std|standard|year)\b/g, '')
      .replaceAll(/\s/g, '');
  const known = new Map(classIds.map((id) => [bare(id), id]));
  return (text) => known.get(bare(text));
}
