import { CustomAttributeType, type EntityItem } from 'electrodb';
import type { Attempt } from '../../platform/table/audit.ts';
import { type Action, directCheck, fillTemplate } from '../../platform/table/direct-write.ts';
import { gatherPartitions } from '../../platform/table/gather-partitions.ts';
import { entity, itemKey } from '../../platform/table/table.ts';

export const Subject = entity({
  model: { entity: 'subject', version: '1', service: 'formroom' },
  attributes: {
    subjectId: { type: 'string', required: true },
    title: { type: 'string', required: true },
    abbr: { type: 'string', required: true },
    deletedAt: { type: 'string' },
    /** Of a deleted one: epoch seconds after which the table forgets it. */
    expires: { type: 'number' },
  },
  indexes: {
    all: {
      pk: { field: 'pk', composite: [], template: 'subjects', casing: 'none' },
      sk: { field: 'sk', composite: ['subjectId'], template: 'subject#${subjectId}', casing: 'none' },
    },
  },
});

const takingTemplate = 'taking#${subjectId}#${classId}';

/** Names those of a class who take a subject in the index that progress is counted from. */
export const takingPartition = (of: { subjectId: string; classId: string }): string => fillTemplate(takingTemplate, of);

/** What an act found that made an assignment or changed its teacher, and where it wrote. */
export interface AssignedIn {
  act: string;
  classId: string;
  /** The teacher before, null for none; absent where the student did not take the subject. */
  before?: string | null;
  /** The term on whose report it put the subject, where that was registered without it. */
  listedIn?: { year: number; term: 1 | 2 | 3 };
  /** The act before this one, for which the undo of this one leaves things as they were. */
  earlier?: Omit<AssignedIn, 'earlier'>;
}

/**
 * A student takes a subject. The row carries what a class list shows of the student, so that a mark sheet's roster is one
 * query; the students domain keeps those copies true when it edits a student.
 */
export const Assignment = entity({
  model: { entity: 'assignment', version: '1', service: 'formroom' },
  attributes: {
    studentId: { type: 'string', required: true },
    subjectId: { type: 'string', required: true },
    classId: { type: 'string', required: true },
    formLevel: { type: 'number', required: true },
    firstName: { type: 'string', required: true },
    lastName: { type: 'string', required: true },
    picture: { type: 'string' },
    /** The teacher of this student in this subject, where several teach the same level. */
    employeeId: { type: 'string' },
    /** The act that made it or gave it its teacher, for the undo of that act. */
    assignedIn: { type: CustomAttributeType<AssignedIn>('any') },
  },
  indexes: {
    ofStudent: {
      pk: { field: 'pk', composite: ['studentId'], template: 'student#${studentId}', casing: 'none' },
      sk: { field: 'sk', composite: ['subjectId'], template: 'subject#${subjectId}', casing: 'none' },
    },
    roster: {
      index: 'gsi1',
      pk: {
        field: 'gsi1pk',
        composite: ['subjectId', 'formLevel'],
        template: 'roster#${subjectId}#${formLevel}',
        casing: 'none',
      },
      sk: {
        field: 'gsi1sk',
        composite: ['classId', 'lastName', 'firstName', 'studentId'],
        template: '${classId}#${lastName}#${firstName}#${studentId}',
        casing: 'none',
      },
    },
    ofClass: {
      index: 'gsi2',
      pk: { field: 'gsi2pk', composite: ['classId'], template: 'taken#${classId}', casing: 'none' },
      sk: {
        field: 'gsi2sk',
        composite: ['studentId', 'subjectId'],
        template: '${studentId}#${subjectId}',
        casing: 'none',
      },
    },
    taking: {
      index: 'gsi3',
      pk: { field: 'gsi3pk', composite: ['subjectId', 'classId'], template: takingTemplate, casing: 'none' },
      sk: {
        field: 'gsi3sk',
        composite: ['formLevel', 'studentId'],
        template: '${formLevel}#${studentId}',
        casing: 'none',
      },
    },
  },
});

export type AssignmentItem = EntityItem<typeof Assignment>;

export const subjectKey = (subjectId: string) => itemKey(Subject, { subjectId });

export const assignmentKey = (studentId: string, subjectId: string) => itemKey(Assignment, { studentId, subjectId });

export type SubjectItem = EntityItem<typeof Subject>;

/** When a lesson or a student got a subject last. Kept for a day, as long as a conflicting write can need it. */
export const SubjectUse = entity({
  model: { entity: 'subject-use', version: '1', service: 'formroom' },
  attributes: {
    subjectId: { type: 'string', required: true },
    /** UTC. */
    at: { type: 'string', required: true },
    expires: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['subjectId'], template: 'subject-use#${subjectId}', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'last', casing: 'none' },
    },
  },
});

/**
 * For every transaction that gives a subject to a lesson or a student: two actions that cancel it where the subject is gone, and
 * let nobody delete the subject who looked for its uses before.
 */
export const subjectUse = (subjectId: string, { now }: Pick<Attempt, 'now'>): Action[] => [
  directCheck(subjectKey(subjectId).key, { subjectId, deletedAt: null }),
  {
    Put: SubjectUse.put({
      subjectId,
      at: now.toISOString(),
      expires: Math.ceil(now.getTime() / 1000) + 86_400,
    }).params(),
  },
];

export const subjectUseKey = (subjectId: string) => itemKey(SubjectUse, { subjectId });

/** A subject as those find it who use it: a deleted one is none. */
export const existing = <S extends { deletedAt?: string | undefined }>(subject: S | undefined): S | undefined =>
  subject?.deletedAt === undefined ? subject : undefined;

/** Every subject of the school by id. One small partition. */
export async function subjectsById(): Promise<ReadonlyMap<string, { title: string; abbr: string }>> {
  const { data } = await Subject.query.all({}).go({ pages: 'all' });
  return new Map(data.filter(existing).map(({ subjectId, title, abbr }) => [subjectId, { title, abbr }]));
}

/** Who takes a subject in the given classes of a level, by class and name. One query. */
export async function rosterOf({
  subjectId,
  formLevel,
  classIds,
}: {
  subjectId: string;
  formLevel: number;
  classIds: readonly string[];
}) {
  const [only] = classIds;
  const isOne = classIds.length === 1 && only !== undefined;
  const { data } = await Assignment.query
    .roster({ subjectId, formLevel, ...(isOne ? { classId: only } : {}) })
    .go({ pages: 'all' });
  return data.filter((assignment) => classIds.includes(assignment.classId));
}

/**
 * The own teachers of those who take these subjects in these classes, where the register says one. One request for each fifty pairs of
 * subject and class.
 */
export async function ownTeachers(
  lessons: readonly { subjectId: string; classId: string }[],
): Promise<(subjectId: string, studentId: string) => string | undefined> {
  const items =
    lessons.length === 0
      ? []
      : await gatherPartitions({
          index: 'gsi3',
          partitions: lessons.map(takingPartition),
          only: ['gsi3pk', 'studentId', 'employeeId'],
        });
  // A partition is named by subject and class, and a student is in one class.
  const teachers = new Map(
    items.map(({ gsi3pk, studentId, employeeId }) => [
      `${String(gsi3pk).split('#')[1]}#${studentId}`,
      employeeId as string | undefined,
    ]),
  );
  return (subjectId, studentId) => teachers.get(`${subjectId}#${studentId}`);
}

/** What a student takes, strongly consistent. One query. */
export async function assignmentsOf(studentId: string) {
  const { data } = await Assignment.query.ofStudent({ studentId }).go({ pages: 'all', consistent: true });
  return data;
}

/** What the students of a class take. One query. */
export async function assignmentsIn(classId: string) {
  const { data } = await Assignment.query.ofClass({ classId }).go({ pages: 'all' });
  return data;
}

/** The subjects that the students of a class take, by student. One query. */
export async function subjectsTakenIn(classId: string): Promise<ReadonlyMap<string, string[]>> {
  const byStudent = Map.groupBy(await assignmentsIn(classId), ({ studentId }) => studentId);
  return new Map([...byStudent].map(([studentId, taken]) => [studentId, taken.map(({ subjectId }) => subjectId)]));
}
