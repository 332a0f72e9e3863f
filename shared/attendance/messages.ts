/** The specification's wordings (product §5, §8). */
export const attendanceMessages = {
  onlyWithAbsence: 'Please note only attendance records with at least one present session can be deleted.',
  deleted: (count: number) => `${count} Attendance records deleted.`,
  notDeleted: 'An Error Occured.',
  notSaved: 'What you said of this class could not be saved.',
} as const;
