import { studentFilesContract } from '#shared/students/files/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  studentFilesContract,
  {
    listStudentFiles: () => import('./student-files.ts'),
    openStudentFile: () => import('./student-files.ts'),
    requestFileUpload: () => import('./upload-file.ts'),
    confirmFileUpload: () => import('./upload-file.ts'),
    removeStudentFile: () => import('./student-files.ts'),
  },
  authenticator,
);
