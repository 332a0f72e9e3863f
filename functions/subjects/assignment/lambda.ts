import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  studentSubjectsContract,
  {
    assignBatch: () => import('./batch/assign-batch.ts'),
    assignStudents: () => import('./assigning/assign-students.ts'),
    deleteStudents: () => import('./assigning/delete-students.ts'),
    deleteSubject: () => import('./delete-subject.ts'),
    saveSubject: () => import('./save-subject.ts'),
    subjectChoices: () => import('./subject-students.ts'),
    subjectStudents: () => import('./subject-students.ts'),
    undoableActs: () => import('./undo-change.ts'),
    undoChange: () => import('./undo-change.ts'),
  },
  authenticator,
);
