import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { school } from '../../../school/records/school.ts';

export const houses = callHandler(studentRegisterContract.houses, { handle: async () => school().houses });
