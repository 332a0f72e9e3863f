import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { streamHandler } from '../../../platform/requests/streamed-answer.ts';
import { authenticator } from '../../../sessions/authenticator.ts';

export const handler = streamHandler(
  studentSpreadsheetsContract,
  {
    downloadRegistrationData: () => import('./student-workbooks.ts'),
    downloadStudents: () => import('./student-workbooks.ts'),
    downloadFewStudents: () => import('./student-workbooks.ts'),
  },
  authenticator,
);
