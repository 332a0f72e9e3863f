import { peopleContract } from '#shared/people/contract.ts';
import { callHandler } from '../platform/call-handler.ts';
import { currentPeriod } from '../terms/store.ts';
import { readLessons } from './read-lessons.ts';

export const teacherLessons = callHandler(peopleContract.teacherLessons, {
  handle: async ({ input, caller }) => {
    const year = input.year ?? (await currentPeriod())?.year;
    return year === undefined ? [] : readLessons(caller, input.employee_id ?? caller.accountId, year);
  },
});
