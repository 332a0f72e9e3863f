import { studentMessages } from '#shared/students/wordings.ts';
import { NotFoundError } from '../../platform/errors.ts';

/** @throws NotFoundError where there is no such student */
export function requireStudent<S>(student: S | undefined): S {
  if (!student) throw new NotFoundError(studentMessages.notFound);
  return student;
}

/** @throws NotFoundError where there is no such student, or only an archived one */
export function requireCurrentStudent<S extends { status: string }>(student: S | undefined): S {
  return requireStudent(student?.status === 'current' ? student : undefined);
}
