import { chooseStudentList, reloadDuringUpload, withErasuresDue, withLongUpload } from './before-a-window.ts';
import { type OpenedWindow, office } from './open-a-window.ts';

const rowMenu = (entry: string) => ['Actions: ', `menu: ${entry}`] as const;

/** Those of the register: part of `everyWindow`. */
export const windowsOfStudents: Readonly<Record<string, readonly OpenedWindow[] | string>> = {
  'features/students/columns/columns-dialog.tsx': [
    { ...office('students'), press: ['Select Data Columns'], title: 'Select Data Columns' },
  ],
  'features/students/files/registration-form-window.tsx': [
    { ...office('students'), press: ['Empty Form'], title: 'Registration Form' },
  ],
  'features/students/files/student-files-window.tsx': [
    { ...office('students'), press: rowMenu('Birth Certificate'), title: /^Files of/ },
  ],
  'features/students/record/acts/archive-student-dialog.tsx': [
    { ...office('students'), press: rowMenu('Archive'), title: /^Archive .*\?$/ },
  ],
  'features/students/record/acts/download-everything-dialog.tsx': [
    { ...office('students'), press: rowMenu('Everything'), title: /^Everything about/ },
  ],
  'features/students/record/acts/erase-due-students-dialog.tsx': [
    {
      ...office('students?view=archive'),
      before: withErasuresDue,
      press: ['Students to Erase'],
      title: 'Students to erase',
    },
  ],
  'features/students/record/acts/erase-student-dialog.tsx': [
    { ...office('students?view=archive'), press: rowMenu('Erase'), title: /^Erase .*\?$/ },
  ],
  'features/students/record/acts/reset-student-password-dialog.tsx': [
    { ...office('students'), press: rowMenu('Reset Password'), title: /password\?$/ },
  ],
  'features/students/record/acts/restore-student-dialog.tsx': [
    { ...office('students?view=archive'), press: rowMenu('Restore'), title: /^Restore .*\?$/ },
  ],
  'features/students/record/acts/student-history-dialog.tsx': [
    { ...office('students'), press: rowMenu('History'), title: /^History of/ },
  ],
  'features/students/record/add-student-dialog.tsx': [
    { ...office('students'), press: ['Add Student'], title: 'Add Student' },
  ],
  'features/students/record/edit-student-dialog.tsx': [
    { ...office('students'), press: rowMenu('Edit'), title: 'Edit Student' },
    {
      ...office('students'),
      prepare: async (page) => {
        await page.getByRole('rowheader').first().getByRole('button').click();
        await page.getByRole('heading', { name: 'Subjects and marks' }).waitFor();
      },
      press: ['Edit'],
      title: 'Edit Student',
    },
  ],
  'features/students/record/loading-dialog.tsx': 'comes before those of a record',
  'features/students/upload/confirm-list.tsx': [
    {
      ...office('students?upload=students'),
      prepare: chooseStudentList,
      press: [],
      title: 'Upload Students',
      back: /./,
    },
  ],
  'features/students/upload/upload-outcome.tsx': [
    {
      ...office('students'),
      before: withLongUpload,
      prepare: reloadDuringUpload,
      press: ['Upload Students'],
      title: 'Upload Students',
    },
  ],
  'features/students/upload/upload-window.tsx': [
    { ...office('students'), press: ['Upload Students'], title: 'Upload Students' },
  ],
};
