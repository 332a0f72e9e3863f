import { authRefusals } from '#shared/accounts/wordings.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { addDays } from '#shared/school/school-time.ts';
import { classPostKeys, readLessonsOfTeacher } from '../../people/records/store.ts';
import { ForbiddenError } from '../../platform/errors.ts';
import { type Caller, isAdmin } from '../../platform/requests/caller.ts';
import { readItems } from '../../platform/table/table.ts';
import { requireFormLevel, school } from '../../school/records/school.ts';
import { requireCurrentStudent } from '../../students/records/store.ts';
import type { RegistrarRole } from '../records/attendance-record.ts';
import { requireAttendanceInUse } from '../records/school-calendar.ts';
import { type DayOfTerm, withClassOnDay } from './students-of-class-on-day.ts';

/** Roles that may see a class's register. */
export type RegisterRole = RegistrarRole | 'dean';

interface AccessRequest {
  caller: Caller;
  classId: string;
  /** Start year of the academic year that the day is in. */
  year: number | undefined;
}

/**
 * The caller's role in a class. Two requests for a teacher, none for the office.
 * @param allowed roles that may do what is asked
 * @throws ForbiddenError without such a role, NotFoundError of an unknown class
 */
export async function requireClassRegisterAccess(
  { caller, classId, year }: AccessRequest,
  allowed: readonly RegisterRole[] = ['office', 'form teacher', 'lesson', 'dean'],
): Promise<RegisterRole> {
  requireAttendanceInUse();
  const found = isAdmin(caller) ? 'office' : year === undefined ? null : await teacherAccess({ caller, classId, year });
  if (found === null || !allowed.includes(found)) throw new ForbiddenError(authRefusals.forbidden);
  requireFormLevel(classId);
  return found;
}

/**
 * Why a role may only read a day of the register, null where it may register (rule 50): form teacher and office on any
 * open day, a subject teacher today and as many days before as the school file allows. Days are yyyy-MM-dd.
 */
export function whyRegisterReadOnly(as: RegisterRole, { date, today }: { date: string; today: string }): string | null {
  if (as === 'dean') return attendanceWordings.deanReadsOnly;
  const { subjectTeacherDays: days } = school().attendance;
  if (as !== 'lesson' || date >= addDays(today, -days)) return null;
  return attendanceWordings.registersDays(days);
}

/** @throws ForbiddenError where the role may only read this day */
export function requireMayRegister(as: RegisterRole, day: { date: string; today: string }): RegistrarRole {
  const why = whyRegisterReadOnly(as, day);
  if (why !== null || as === 'dean') throw new ForbiddenError(why ?? authRefusals.forbidden);
  return as;
}

/** Roles that explain, correct and delete days of a class. */
export const correctingRoles = ['office', 'form teacher'] as const satisfies readonly RegisterRole[];

async function teacherAccess({
  caller: { accountId: employeeId },
  classId,
  year,
}: AccessRequest & { year: number }): Promise<RegisterRole | null> {
  const [{ posts }, lessons] = await Promise.all([
    readItems({ posts: classPostKeys({ employeeId, year, classId }) }),
    readLessonsOfTeacher(employeeId, year),
  ]);
  if (posts.some((post) => post.as === 'form teacher')) return 'form teacher';
  if (lessons.some((lesson) => lesson.classId === classId)) return 'lesson';
  return posts.length > 0 ? 'dean' : null;
}

/**
 * The student with the class of a day, where the caller has an allowed role in that class: a post of one year gives no
 * access to students who came to the class in another, and a student who has left is there on the days before.
 */
export async function requireStudentInOwnClass<S extends Parameters<typeof withClassOnDay>[0][number]>(
  { student, caller, date, ofTerm }: StudentAccessRequest<S>,
  allowed: readonly RegisterRole[],
): Promise<S> {
  requireAttendanceInUse();
  const placed = student && (await withClassOnDay([student], { date, ofTerm })).get(student.studentId);
  // A teacher does not learn which students exist.
  if (!placed && !isAdmin(caller)) throw new ForbiddenError(authRefusals.forbidden);
  if (placed) await requireClassRegisterAccess({ caller, classId: placed.classId, year: ofTerm?.year }, allowed);
  return placed ?? requireCurrentStudent(student);
}

/** Without a term, before the office has set one, no teacher has access. */
interface StudentAccessRequest<S> extends DayOfTerm {
  student: S | undefined;
  caller: Caller;
}
