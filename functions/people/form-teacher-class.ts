import { peopleContract } from '#shared/people/contract.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { ownClasses } from './own-classes.ts';

export const formTeacherClass = callHandler(peopleContract.formTeacherClass, {
  handle: async ({ caller }) => (await ownClasses(caller, 'form teacher'))[0] ?? null,
});
