import { studentFilesContract } from '#shared/students/files/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  studentFilesContract,
  {
    studentFiles: () => import('./student-files.ts'),
    openStudentFile: () => import('./student-files.ts'),
    requestUpload: () => import('./upload-file.ts'),
    confirmUpload: () => import('./upload-file.ts'),
    removeStudentFile: () => import('./student-files.ts'),
    studentFileActs: () => import('./student-files.ts'),
    undoFileChange: () => import('./undo-file-change.ts'),
  },
  authenticator,
);
