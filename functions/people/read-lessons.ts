import { authMessages } from '#shared/auth/messages.ts';
import type { Lesson } from '#shared/people/contract.ts';
import { type Caller, isAdmin } from '../platform/caller.ts';
import { ForbiddenError } from '../platform/errors.ts';
import { subjectsById } from '../subjects/store.ts';
import { pickerLessons } from './picker-lessons.ts';
import { lessonsOf } from './store.ts';

/** A teacher's lessons of a year; teachers read only their own (DECISIONS 14). */
export async function readLessons(caller: Caller, employeeId: string, year: number): Promise<Lesson[]> {
  if (!isAdmin(caller) && employeeId !== caller.accountId) throw new ForbiddenError(authMessages.forbidden);
  const [records, subjects] = await Promise.all([lessonsOf(employeeId, year), subjectsById()]);
  return pickerLessons(records, subjects);
}
