import { studentFilesContract } from '#shared/students/files/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { fileActs } from './file-acts.ts';

export const studentFileActs = callHandler(studentFilesContract.studentFileActs, {
  handle: ({ input: { student_id: place }, request: { now } }) => fileActs.list({ place, now }),
});
