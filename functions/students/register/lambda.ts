import { entranceParts } from '#options/functions/entrance';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { entranceOfStudents } from '../../school/records/entrance-of-students.ts';
import { authenticator } from '../../sessions/authenticator.ts';

entranceOfStudents.fill(entranceParts);

export const handler = apiHandler(
  studentRegisterContract,
  {
    addStudent: () => import('./record/add-student.ts'),
    listAllStudents: () => import('./student-list.ts'),
    archiveStudent: () => import('./record/archive-student.ts'),
    listColumnPresets: () => import('./column-presets.ts'),
    deleteColumnPreset: () => import('./column-presets.ts'),
    previewErasure: () => import('./erasure/erasure-preview.ts'),
    eraseStudentsDue: () => import('./erasure/erasures-due.ts'),
    listErasuresDue: () => import('./erasure/erasures-due.ts'),
    eraseStudent: () => import('./erasure/erase-student.ts'),
    listHouses: () => import('./filter-values.ts'),
    resetStudentPassword: () => import('./record/reset-student-password.ts'),
    restoreStudent: () => import('./record/restore-student.ts'),
    saveColumnPreset: () => import('./column-presets.ts'),
    saveStudent: () => import('./record/save-student.ts'),
    listAddressTowns: () => import('./filter-values.ts'),
    readStudentChoices: () => import('./record/student-record.ts'),
    readStudentHistory: () => import('./record/student-record.ts'),
    listParentOccupations: () => import('./filter-values.ts'),
    readStudentRecord: () => import('./record/student-record.ts'),
    readStudentOverview: () => import('./student-overview.ts'),
    listCurrentStudents: () => import('./student-list.ts'),
  },
  authenticator,
);
