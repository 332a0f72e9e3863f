import { authRefusals } from '#shared/accounts/wordings.ts';
import { type Lesson, peopleContract } from '#shared/people/contract.ts';
import { ForbiddenError } from '../platform/errors.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import type { Caller } from '../platform/requests/caller.ts';
import { readCurrentPeriod } from '../school/records/periods.ts';
import { readSubjectNamesById } from '../subjects/records/store.ts';
import { canPickAnyone } from './records/class-list.ts';
import { toPickerLessons } from './records/picker-lessons.ts';
import { employeeKey, readLessonsOfTeacher } from './records/store.ts';

export const listTeacherLessons = callHandler(peopleContract.listTeacherLessons, {
  prefetch: (_input, accountId) => ({ own: employeeKey(accountId) }),
  handle: async ({ input, caller, found: { own } }) => {
    const year = input.year ?? (await readCurrentPeriod())?.year;
    return year === undefined
      ? []
      : readTeacherLessons({ caller, own, employeeId: input.employee_id ?? caller.accountId, year });
  },
});

interface Reading {
  caller: Caller;
  /** The caller's own record. */
  own: Parameters<typeof canPickAnyone>[1];
  employeeId: string;
  year: number;
}

/** A teacher's lessons of a year. Teachers read only their own (rule 14), unless their post lets them pick anyone. */
export async function readTeacherLessons({ caller, own, employeeId, year }: Reading): Promise<Lesson[]> {
  const isOwn = employeeId === caller.accountId;
  if (!isOwn && !canPickAnyone(caller, own)) throw new ForbiddenError(authRefusals.forbidden);
  const [records, subjects] = await Promise.all([readLessonsOfTeacher(employeeId, year), readSubjectNamesById()]);
  return toPickerLessons(records, subjects);
}

export const listTeacherLessonsOfYear = callHandler(peopleContract.listTeacherLessonsOfYear, {
  prefetch: (_input, accountId) => ({ own: employeeKey(accountId) }),
  handle: ({ input, caller, found: { own } }) =>
    readTeacherLessons({ caller, own, employeeId: input.employee, year: input.year }),
});
