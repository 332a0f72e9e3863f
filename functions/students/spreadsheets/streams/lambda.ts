import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { streamHandler } from '../../../platform/requests/streamed-answer.ts';
import { authenticator } from '../../../sessions/authenticator.ts';

export const handler = streamHandler(
  studentSpreadsheetsContract,
  {
    registrationDataSpreadsheet: () => import('./student-workbooks.ts'),
    spreadsheetStudentData: () => import('./student-workbooks.ts'),
    spreadsheetOfStudents: () => import('./student-workbooks.ts'),
  },
  authenticator,
);
