import { authMessages } from '#shared/accounts/wordings.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { addDays } from '#shared/school/school-time.ts';
import { classPostKeys, lessonsOf } from '../../people/records/store.ts';
import { ForbiddenError, NotFoundError } from '../../platform/errors.ts';
import { type Caller, isAdmin } from '../../platform/requests/caller.ts';
import { readItems } from '../../platform/table/table.ts';
import { formLevelOf, school } from '../../school/records/school.ts';
import { requireCurrentStudent } from '../../students/records/require-student.ts';
import type { StudentItem } from '../../students/records/store.ts';
import type { Sayer } from '../records/attendance-record.ts';
import { placedInTerm } from './class-in-term.ts';

/** What makes a caller see a class's register, the strongest first. */
export type ClassAccess = Sayer | 'dean';

interface Asking {
  caller: Caller;
  classId: string;
  /** Start year of the academic year that the day is in. */
  year: number | undefined;
}

/**
 * Why the caller sees the register of a class: two requests for a teacher, none for the office. Throws for who sees none.
 * @param allowed who may do what is asked for
 */
export async function requireAccess(
  { caller, classId, year }: Asking,
  allowed: readonly ClassAccess[] = ['office', 'form teacher', 'lesson', 'dean'],
): Promise<ClassAccess> {
  requireAttendance();
  const found = isAdmin(caller) ? 'office' : year === undefined ? null : await teacherAccess({ caller, classId, year });
  if (found === null || !allowed.includes(found)) throw new ForbiddenError(authMessages.forbidden);
  if (formLevelOf(classId) === undefined) throw new NotFoundError(attendanceWordings.noSuchClass);
  return found;
}

/**
 * Why somebody who sees a class's register says nothing of a day, or null for who registers it (rule 50): form teacher and office any day
 * that is open, a subject teacher today and as many days before as the school file allows. Days are yyyy-MM-dd.
 */
export function whyOnlyLooks(as: ClassAccess, { date, today }: { date: string; today: string }): string | null {
  if (as === 'dean') return attendanceWordings.deansLook;
  const { subjectTeacherDays: days } = school().attendance;
  if (as !== 'lesson' || date >= addDays(today, -days)) return null;
  return attendanceWordings.registersDays(days);
}

/** Who may say in a register who is there, on the days that are theirs: {@link whyOnlyLooks}. */
export function requireRegistering(as: ClassAccess, day: { date: string; today: string }): Sayer {
  const why = whyOnlyLooks(as, day);
  if (why !== null || as === 'dean') throw new ForbiddenError(why ?? authMessages.forbidden);
  return as;
}

/** Who explains, corrects and deletes its days. */
export const correcting = ['office', 'form teacher'] as const satisfies readonly ClassAccess[];

/** Attendance is not there where the school file has it off. */
export function requireAttendance(): void {
  if (!school().attendance.isOn) throw new NotFoundError(attendanceWordings.attendanceIsOff);
}

async function teacherAccess({
  caller: { accountId: employeeId },
  classId,
  year,
}: Asking & { year: number }): Promise<ClassAccess | null> {
  const [{ posts }, lessons] = await Promise.all([
    readItems({ posts: classPostKeys({ employeeId, year, classId }) }),
    lessonsOf(employeeId, year),
  ]);
  if (posts.some((post) => post.as === 'form teacher')) return 'form teacher';
  if (lessons.some((lesson) => lesson.classId === classId)) return 'lesson';
  return posts.length > 0 ? 'dean' : null;
}

/**
 * The student with the class that he or she was in during a term, where the caller may do what is asked for with that class (rule 45):
 * a post of one year opens nothing of students who came to the class in another.
 */
export async function requireStudent<S extends Pick<StudentItem, 'studentId' | 'classId' | 'formLevel' | 'status'>>(
  { student, caller, ofTerm }: StudentAsking<S>,
  allowed: readonly ClassAccess[],
): Promise<S> {
  requireAttendance();
  const placed = student && (await placedInTerm([student], ofTerm)).get(student.studentId);
  // A teacher is not told who exists.
  if (!placed && !isAdmin(caller)) throw new ForbiddenError(authMessages.forbidden);
  if (placed) await requireAccess({ caller, classId: placed.classId, year: ofTerm?.year }, allowed);
  const current = requireCurrentStudent(student);
  return placed ?? current;
}

interface StudentAsking<S> {
  student: S | undefined;
  caller: Caller;
  /** Null before the office has set a term: then teachers see nobody. */
  ofTerm: { year: number; term: 1 | 2 | 3 } | null;
}
