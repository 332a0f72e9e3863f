import { attendanceContract } from '#shared/attendance/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { importActs as acts } from './import-acts-kinds.ts';

export const importActs = callHandler(attendanceContract.importActs, {
  handle: ({ request: { now } }) => acts.list({ now }),
});
