import { peopleContract } from '#shared/people/contract.ts';
import { callHandler } from '../platform/call-handler.ts';
import { readLessons } from './read-lessons.ts';

export const teacherLessonsOfYear = callHandler(peopleContract.teacherLessonsOfYear, {
  handle: ({ input, caller }) => readLessons(caller, input.employee, input.year),
});
