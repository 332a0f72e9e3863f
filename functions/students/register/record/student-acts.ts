import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { registerActs } from './register-acts.ts';

export const studentActs = callHandler(studentRegisterContract.studentActs, {
  handle: ({ request: { now } }) => registerActs.list({ now }),
});
