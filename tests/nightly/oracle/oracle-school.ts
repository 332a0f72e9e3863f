import { ClassPostEntity, EmployeeEntity, LessonEntity } from '#functions/people/records/store.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { school as file } from '#functions/school/records/school.ts';
import { SessionEntity } from '#functions/sessions/sessions.ts';
import { StudentSubjectAssignmentEntity, SubjectEntity } from '#functions/subjects/records/store.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { TestClient } from '../../support/callers/client.ts';
import { executeActionOfTest, putRecords } from '../../support/school/records.ts';
import {
  addAccount,
  addStudents,
  password,
  startSmallSchool,
  term,
  year,
  yearId,
} from '../../support/school/small-school.ts';
import { weeklyTestSettings } from '../../support/school/weekly-test-settings.ts';

/** The last Thursday of the demo school's window: the week that is shown long after it (DECISIONS 29). */
export const testWeek = '2024-07-04';

/** One pair of hands at a time works here: a teacher, form teacher of a class of a size. */
export interface Desk {
  classId: string;
  students: readonly string[];
  teacherId: string;
  userName: string;
}

/**
 * What a run types into: a subject of its own, with nothing entered in it. Form levels 1 to 3: a lesson is of one
 * class.
 */
export interface Lesson extends Desk {
  subjectId: string;
  title: string;
}

/** Students of a class: a few rows, a class as they are, more than are drawn at a time. */
const sizes = { small: 6, usual: 35, large: 48 } as const;
export type Size = keyof typeof sizes;

/** Three desks of each size, so that several pairs of hands work at a time. */
const classes: Readonly<Record<Size, readonly string[]>> = {
  small: ['2A', '2B', '2C'],
  usual: ['2D', '2E', '3A'],
  large: ['3B', '3C', '3D'],
};

export interface OracleSchool {
  url: string;
  /** Waits until a desk of the size is free; to be left with the function that comes with it. */
  takeDesk(size: Size): Promise<{ desk: Desk; leave: () => void }>;
  /** Somebody else who may change every mark. */
  office: TestClient;
  clientOf(userName: string): Promise<TestClient>;
  /** A lesson that nobody has typed into. */
  newLesson(desk: Desk): Promise<Lesson>;
  /** Takes a lesson off its teacher's list. */
  endLesson(lesson: Lesson): Promise<void>;
  /** Ends every session of an account, as its limits would. */
  endSessions(accountId: string): Promise<void>;
  stop(): Promise<void>;
}

/** The small school with its site, and desks for the hands. */
export async function startOracleSchool(): Promise<OracleSchool> {
  const school = await startSmallSchool({ site: 'built' });
  // What the site tells the browser is changed where a page asks for it.
  Object.assign(file().weeklyTests, weeklyTestSettings);
  const desks = new Map<Size, Desk[]>();
  for (const size of Object.keys(sizes) as Size[]) {
    desks.set(size, await Promise.all(classes[size].map((classId) => addDesk(classId, sizes[size]))));
  }
  return {
    url: school.url,
    takeDesk: (size) => takeDesk(desks.get(size) ?? []),
    office: await clientOf(school, 'admin'),
    clientOf: (userName) => clientOf(school, userName),
    newLesson,
    endLesson,
    endSessions,
    stop: () => school.stop(),
  };
}

const clientOf = (school: RunningSchool, userName: string) => new TestClient(school.url).signIn(userName, password);

/** A run that waits for a desk looks again this often, in milliseconds. */
const again = 200;

async function takeDesk(free: Desk[]): Promise<{ desk: Desk; leave: () => void }> {
  for (;;) {
    const desk = free.shift();
    if (desk) return { desk, leave: () => void free.push(desk) };
    await new Promise((resolve) => setTimeout(resolve, again));
  }
}

async function addDesk(classId: string, size: number): Promise<Desk> {
  const students = Array.from({ length: size }, (_, index) => `${classId}${String(index + 1).padStart(2, '0')}`);
  const desk = { classId, students, teacherId: `H${classId}`, userName: `hands${classId.toLowerCase()}` };
  const name = `Hands ${classId}`;
  await Promise.all([
    addStudents(classId, students),
    addAccount({ accountId: desk.teacherId, role: 'teacher', userName: desk.userName, name }),
    executeActionOfTest(
      EmployeeEntity.put({
        employeeId: desk.teacherId,
        teacherNum: 100 + classId.charCodeAt(0) + classId.charCodeAt(1),
        firstName: 'Hands',
        lastName: classId,
        userName: desk.userName,
        postId: 8,
      }),
    ),
    executeActionOfTest(
      ClassPostEntity.put({
        employeeId: desk.teacherId,
        year,
        classId,
        formLevel: Number(classId[0]),
        as: 'form teacher',
        name,
      }),
    ),
  ]);
  return desk;
}

let lessons = 0;

async function newLesson(desk: Desk): Promise<Lesson> {
  const { classId, students, teacherId } = desk;
  lessons += 1;
  const subjectId = `O${lessons}`;
  const title = `Orology ${lessons}.`;
  const formLevel = Number(classId[0]);
  await Promise.all([
    executeActionOfTest(SubjectEntity.put({ subjectId, title, abbr: subjectId })),
    putRecords(
      StudentSubjectAssignmentEntity,
      students.map((studentId) => ({
        studentId,
        subjectId,
        classId,
        formLevel,
        firstName: `Pupil ${studentId}`,
        lastName: `Lastname ${studentId}`,
      })),
    ),
    executeActionOfTest(LessonEntity.put({ employeeId: teacherId, year, subjectId, classId, formLevel })),
  ]);
  return { ...desk, subjectId, title };
}

async function endLesson({ teacherId, subjectId, classId }: Lesson): Promise<void> {
  await executeActionOfTest(LessonEntity.delete({ employeeId: teacherId, year, subjectId, classId }));
}

async function endSessions(accountId: string): Promise<void> {
  const data = await SessionEntity.query({ accountId });
  await Promise.all(data.map(({ hash }) => executeActionOfTest(SessionEntity.delete({ accountId, hash }))));
}

/** One stored change of one value. */
export interface StoredChange {
  row: string;
  field: string;
  accountId: string;
  before: string;
  after: string;
}

/** A value as the cells show it. */
export const cellText = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** Every change of a trail's subjects after a moment, in the order in which they were stored. */
export async function readTrail(subjects: ReadonlyMap<string, string>, since: Date): Promise<StoredChange[]> {
  const trails = await Promise.all(
    [...subjects].map(async ([subject, row]) =>
      (await listAuditTrail(subject)).flatMap(({ at, accountId, changes }) =>
        (new Date(at) > since ? changes : []).map(({ field, before, after }) => ({
          row,
          field,
          accountId,
          before: cellText(before),
          after: cellText(after),
        })),
      ),
    ),
  );
  return trails.flat();
}

export { password, term, year, yearId };
