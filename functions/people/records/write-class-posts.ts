import type { Action } from '../../platform/table/action.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { readMany } from '../../platform/table/table.ts';
import { formLevelOfClass } from '../../school/records/school.ts';
import {
  ClassPostEntity,
  currentTeacherCheck,
  FormTeacherEntity,
  type FormTeacherItem,
  listPostHoldersOfClass,
} from './store.ts';

export type PostName = 'form teacher' | 'dean';

/** Names what a teacher is of classes in a year in the audit trail. */
export const teacherPostsAuditSubject = (employeeId: string, year: number): string =>
  `class-posts#${year}#${employeeId}`;

/** The classes a teacher is form teacher, or dean, of in a year, strongly consistent. One query. */
export const listTeacherPostsOfKind = (of: { employeeId: string; year: number; as: PostName }) =>
  ClassPostEntity.query(of);

/** The current form teachers of classes. */
export interface FormTeachersFound {
  /**
   * The classes' {@link FormTeacherEntity} records, strongly consistent; a class that was last given before they were
   * kept has none.
   */
  records: ReadonlyMap<string, FormTeacherItem>;
  /** The form teachers of a class. */
  of: (classId: string) => string[];
}

/** One request for the records, and a query for each class without one. */
export async function readFormTeachers(classIds: readonly string[], year: number): Promise<FormTeachersFound> {
  const kept = await readMany(classIds.map((classId) => FormTeacherEntity.key({ year, classId })));
  const records = new Map(kept.map((one) => [one.classId, one]));
  const others = new Map(
    await Promise.all(
      classIds
        .filter((classId) => !records.has(classId))
        .map(async (classId) => {
          const holders = await listPostHoldersOfClass(classId, year);
          return [classId, holders.filter(({ as }) => as === 'form teacher').map((one) => one.employeeId)] as const;
        }),
    ),
  );
  return {
    records,
    of: (classId) => {
      const record = records.get(classId);
      return record ? [record.employeeId] : (others.get(classId) ?? []);
    },
  };
}

interface PostsOfTeacher {
  teacher: { employeeId: string; teacherNum: number; firstName: string; lastName: string };
  year: number;
  as: PostName;
}

interface PostsChange {
  added: readonly string[];
  removed: readonly string[];
  /** For form teachers: those of all classes that are named. */
  holders?: FormTeachersFound | undefined;
  /** For deans: who stops being dean of a class; `refused` where one is not any more. */
  taken?: readonly { class_id: string; employee_id: string }[];
  /** Further writes of the act, such as what remembers it. */
  along?: readonly Action[];
}

/**
 * Gives a teacher classes and takes others, in one audited transaction. A class that is added is taken from its form
 * teachers in `holders`. `refused`: something has changed since the read, or the teacher was archived.
 */
export function writeClassPosts(
  { teacher, year, as }: PostsOfTeacher,
  { added, removed, taken: givenUp = [], holders, along = [] }: PostsChange,
  by: Authorship,
): Promise<ActOutcome> {
  const { employeeId, teacherNum } = teacher;
  const name = `${teacher.firstName} ${teacher.lastName}`;
  const taken = [
    ...givenUp.map((one) => ({ classId: one.class_id, holder: one.employee_id })),
    ...added.flatMap((classId) =>
      (holders?.of(classId) ?? []).filter((holder) => holder !== employeeId).map((holder) => ({ classId, holder })),
    ),
  ];
  const givenUpAlone = taken.filter(({ classId }) => !added.includes(classId));
  const posts = [
    ...removed.map((classId) => ClassPostEntity.remove({ employeeId, year, as, classId })),
    ...taken.map(({ classId, holder }) => ClassPostEntity.remove({ employeeId: holder, year, as, classId })),
    ...added.map((classId) => {
      const formLevel = formLevelOfClass(classId) ?? 0;
      return ClassPostEntity.create({ employeeId, year, as, classId, formLevel, name });
    }),
  ];
  return commit({
    by,
    changes: [...posts, ...(holders ? recordActions({ year, added, removed, employeeId, holders }) : []), ...along],
    guards: { teacher: added.length > 0 ? [currentTeacherCheck({ employeeId, teacherNum })] : [] },
    trail: {
      subject: teacherPostsAuditSubject(employeeId, year),
      changes: [
        ...removed.map((classId) => ({ field: `${as} of ${classId}`, before: employeeId, after: null })),
        ...added.map((classId) => ({
          field: `${as} of ${classId}`,
          before: taken.find((one) => one.classId === classId)?.holder ?? null,
          after: employeeId,
        })),
        ...givenUpAlone.map(({ classId, holder }) => ({
          field: `${as} of ${classId}`,
          before: holder,
          after: employeeId,
        })),
      ],
    },
  });
}

/** Updates or deletes each class's {@link FormTeacherEntity} record, on the condition that it is as it was read. */
function recordActions({
  year,
  added,
  removed,
  employeeId,
  holders: { records },
}: {
  year: number;
  added: readonly string[];
  removed: readonly string[];
  employeeId: string;
  holders: FormTeachersFound;
}): Action[] {
  const given = added.map((classId): Action => {
    const record = records.get(classId);
    return FormTeacherEntity.put({ year, classId, employeeId }, { employeeId: record?.employeeId });
  });
  const gone = removed.flatMap((classId): Action[] => {
    const record = records.get(classId);
    if (!record) return [];
    return [FormTeacherEntity.delete({ year, classId }, { employeeId: record.employeeId })];
  });
  return [...given, ...gone];
}
