import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { valuesOf } from './values-of.ts';

export const studentParentOccupation = callHandler(studentRegisterContract.studentParentOccupation, {
  handle: async ({ input: { parent, view = 'current' } }) => valuesOf(`${parent}_occupation`, view),
});
