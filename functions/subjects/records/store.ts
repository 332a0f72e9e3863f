import { type Action, storedValuesCheck } from '../../platform/table/action.ts';
import type { WriteAttempt } from '../../platform/table/audit.ts';
import { entity } from '../../platform/table/entity.ts';
import { readPartitionsTogether } from '../../platform/table/gather-partitions.ts';
import { fillTemplate } from '../../platform/table/key-templates.ts';

export interface SubjectItem {
  subjectId: string;
  title: string;
  abbr: string;
  deletedAt?: string | undefined;
  /** Of a deleted one: epoch seconds after which the table forgets it. */
  expires?: number | undefined;
}

export const SubjectEntity = entity<SubjectItem>()({
  name: 'subject',
  pk: 'subjects',
  sk: 'subject#${subjectId}',
});

const takingTemplate = 'taking#${subjectId}#${classId}';

/** Names those of a class who take a subject in the index that progress is counted from. */
export const subjectTakersPartition = (of: { subjectId: string; classId: string }): string =>
  fillTemplate(takingTemplate, of);

/** The act that made an assignment or changed its teacher, in the student's class of then. */
export interface AssigningAct {
  act: string;
  classId: string;
  /** The term on whose report it put the subject, where that was registered without it. */
  listedIn?: { year: number; term: 1 | 2 | 3 };
}

/**
 * A student takes a subject. The row carries what a class list shows of the student, so that a mark sheet's roster is
 * one query; the students domain keeps those copies true when it edits a student.
 */
export interface AssignmentItem {
  studentId: string;
  subjectId: string;
  classId: string;
  formLevel: number;
  firstName: string;
  lastName: string;
  picture?: string | undefined;
  /** The teacher of this student in this subject, where several teach the same level. */
  employeeId?: string | undefined;
  /** The act that made it or gave it its teacher, for the undo of that act. */
  assignedIn?: AssigningAct | undefined;
}

export const StudentSubjectAssignmentEntity = entity<AssignmentItem>()({
  name: 'assignment',
  pk: 'student#${studentId}',
  sk: 'subject#${subjectId}',
  indexes: {
    roster: {
      index: 'gsi1',
      pk: 'roster#${subjectId}#${formLevel}',
      sk: '${classId}#${lastName}#${firstName}#${studentId}',
    },
    ofClass: { index: 'gsi2', pk: 'taken#${classId}', sk: '${studentId}#${subjectId}' },
    taking: { index: 'gsi3', pk: takingTemplate, sk: '${formLevel}#${studentId}' },
  },
});

export const subjectKey = (subjectId: string) => SubjectEntity.key({ subjectId });

export const assignmentKey = (studentId: string, subjectId: string) =>
  StudentSubjectAssignmentEntity.key({ studentId, subjectId });

/** When a lesson or a student last got a subject. Kept for a day, longer than any conflicting write takes. */
interface SubjectUseItem {
  subjectId: string;
  /** UTC. */
  at: string;
  expires: number;
}

const SubjectUseEntity = entity<SubjectUseItem>()({
  name: 'subject-use',
  pk: 'subject-use#${subjectId}',
  sk: 'last',
});

/**
 * For every transaction that gives a subject to a lesson or a student: two actions that cancel it where the subject is
 * gone, and make a concurrent deletion conflict.
 */
export const subjectUseActions = (subjectId: string, { now }: Pick<WriteAttempt, 'now'>): Action[] => [
  storedValuesCheck(subjectKey(subjectId), { subjectId, deletedAt: null }),
  SubjectUseEntity.put({
    subjectId,
    at: now.toISOString(),
    expires: Math.ceil(now.getTime() / 1000) + 86_400,
  }),
];

export const subjectUseKey = (subjectId: string) => SubjectUseEntity.key({ subjectId });

/** The subject, or undefined where it is deleted. */
export const subjectUnlessDeleted = <S extends { deletedAt?: string | undefined }>(
  subject: S | undefined,
): S | undefined => (subject?.deletedAt === undefined ? subject : undefined);

/** Every subject of the school by id. One small partition. */
export async function readSubjectNamesById(): Promise<ReadonlyMap<string, { title: string; abbr: string }>> {
  const data = await SubjectEntity.query({});
  return new Map(data.filter(subjectUnlessDeleted).map(({ subjectId, title, abbr }) => [subjectId, { title, abbr }]));
}

/** Who takes a subject in the given classes of a level, by class and name. One query. */
export async function readRoster({
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
  const data = await StudentSubjectAssignmentEntity.queryBy('roster', {
    subjectId,
    formLevel,
    ...(isOne ? { classId: only } : {}),
  });
  return data.filter((assignment) => classIds.includes(assignment.classId));
}

/**
 * The teachers that students of these classes are assigned to in these subjects, where there is one. One request for
 * each fifty pairs of subject and class.
 */
export async function readAssignedTeacherLookup(
  lessons: readonly { subjectId: string; classId: string }[],
): Promise<(subjectId: string, studentId: string) => string | undefined> {
  const items =
    lessons.length === 0
      ? []
      : await readPartitionsTogether({
          index: 'gsi3',
          partitions: lessons.map(subjectTakersPartition),
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
export const listAssignmentsOfStudent = (studentId: string) => StudentSubjectAssignmentEntity.query({ studentId });

/** What the students of a class take. One query. */
export const listAssignmentsOfClass = (classId: string) =>
  StudentSubjectAssignmentEntity.queryBy('ofClass', { classId });

/** How many subjects each student of these classes takes; none for those who take nothing. A query for each class. */
export async function countSubjectsByStudent(classIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const taken = (await Promise.all(classIds.map(listAssignmentsOfClass))).flat();
  const byStudent = Map.groupBy(taken, ({ studentId }) => studentId);
  return new Map([...byStudent].map(([studentId, own]) => [studentId, own.length]));
}

/** How many students of these classes take each subject; none for one that nobody takes. A query for each class. */
export async function countStudentsBySubject(classIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const taken = (await Promise.all(classIds.map(listAssignmentsOfClass))).flat();
  const bySubject = Map.groupBy(taken, ({ subjectId }) => subjectId);
  return new Map([...bySubject].map(([subjectId, takers]) => [subjectId, takers.length]));
}

/** The subjects that the students of a class take, by student. One query. */
export async function listSubjectsTakenByStudent(classId: string): Promise<ReadonlyMap<string, string[]>> {
  const byStudent = Map.groupBy(await listAssignmentsOfClass(classId), ({ studentId }) => studentId);
  return new Map([...byStudent].map(([studentId, taken]) => [studentId, taken.map(({ subjectId }) => subjectId)]));
}
