import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  studentSubjectsContract,
  {
    assignBatch: () => import('./batch/assign-batch.ts'),
    assignStudents: () => import('./assigning/assign-students.ts'),
    removeStudentsFromSubject: () => import('./assigning/remove-students-from-subject.ts'),
    deleteSubject: () => import('./delete-subject.ts'),
    saveSubject: () => import('./save-subject.ts'),
    countStudentsOfSubjects: () => import('./subject-students.ts'),
    readSubjectChoices: () => import('./subject-students.ts'),
    listStudentsOfSubject: () => import('./subject-students.ts'),
  },
  authenticator,
);
