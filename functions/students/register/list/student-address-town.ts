import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { valuesOf } from './values-of.ts';

export const studentAddressTown = callHandler(studentRegisterContract.studentAddressTown, {
  handle: async ({ input: { view = 'current' }, caller }) =>
    valuesOf('address_line_2', caller.role === 'Admin' ? view : 'current'),
});
