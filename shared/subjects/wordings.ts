/** The wordings of product §5 and §8 for the Subjects screen. */
export const studentSubjectsMessages = {
  subjectUpdated: 'Update Successfull',
  subjectAdded: 'Subject Added',
  subjectNotSaved: 'An Error Occured.',
  subjectDeleted: (title: string): string => `${title} deleted`,
  subjectNotDeleted: 'An error has occured. Subject cannot be deleted',
  assigned: (students: number): string => `${students} Student(s) Assigned`,
  notAssigned: 'An error has occured.',
  noneToAssign: 'No students selected for assignment',
  noneToDelete: 'No Students selected to delete',
  studentsDeleted: (students: number): string => (students === 1 ? 'Student Deleted.' : `${students} Students Deleted`),
} as const;

export const noSuchSubject = 'There is no such subject any more.';
