import { peopleContract } from '#shared/people/contract.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { ownClasses } from './own-classes.ts';

export const deanFormClasses = callHandler(peopleContract.deanFormClasses, {
  handle: ({ caller }) => ownClasses(caller, 'dean'),
});
