import { studentRegisterContract } from '#shared/student-register/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../reference/school.ts';

export const houses = callHandler(studentRegisterContract.houses, { handle: async () => school().houses });
