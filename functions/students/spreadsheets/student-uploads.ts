import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { uploadActs } from './upload-acts.ts';

export const studentUploads = callHandler(studentSpreadsheetsContract.studentUploads, {
  handle: ({ request: { now } }) => uploadActs.list({ now }),
});
