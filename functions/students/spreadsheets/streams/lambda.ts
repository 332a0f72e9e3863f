import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { streamHandler } from '../../../platform/requests/streamed-answer.ts';
import { authenticator } from '../../../sessions/authenticator.ts';

export const handler = streamHandler(
  studentSpreadsheetsContract,
  {
    registrationDataSpreadsheet: () => import('./registration-data.ts'),
    spreadsheetStudentData: () => import('./student-data.ts'),
    spreadsheetOfStudents: () => import('./student-data.ts'),
  },
  authenticator,
);
