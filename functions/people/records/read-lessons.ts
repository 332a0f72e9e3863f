import { authMessages } from '#shared/accounts/auth/messages.ts';
import type { Lesson } from '#shared/people/contract.ts';
import { ForbiddenError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { subjectsById } from '../../subjects/records/store.ts';
import { picksAnyone } from './class-list.ts';
import { pickerLessons } from './picker-lessons.ts';
import { lessonsOf } from './store.ts';

interface Reading {
  caller: Caller;
  /** The caller's own record. */
  own: Parameters<typeof picksAnyone>[1];
  employeeId: string;
  year: number;
}

/** A teacher's lessons of a year. Teachers read only their own (rule 14), unless their post lets them pick anyone. */
export async function readLessons({ caller, own, employeeId, year }: Reading): Promise<Lesson[]> {
  const isOwn = employeeId === caller.accountId;
  if (!isOwn && !picksAnyone(caller, own)) throw new ForbiddenError(authMessages.forbidden);
  const [records, subjects] = await Promise.all([lessonsOf(employeeId, year), subjectsById()]);
  return pickerLessons(records, subjects);
}
