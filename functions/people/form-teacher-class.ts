import { peopleContract } from '#shared/people/contract.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { classesOf } from './records/class-posts.ts';

export const formTeacherClass = callHandler(peopleContract.formTeacherClass, {
  handle: ({ input, caller }) => classesOf(input, caller, 'form teacher'),
});
