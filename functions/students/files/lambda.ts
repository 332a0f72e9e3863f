import { studentFilesContract } from '#shared/students/files/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  studentFilesContract,
  {
    studentFiles: () => import('./student-files.ts'),
    openStudentFile: () => import('./open-student-file.ts'),
    requestUpload: () => import('./request-upload.ts'),
    confirmUpload: () => import('./confirm-upload.ts'),
    removeStudentFile: () => import('./remove-student-file.ts'),
    studentFileActs: () => import('./student-file-acts.ts'),
    undoFileChange: () => import('./undo-file-change.ts'),
  },
  authenticator,
);
