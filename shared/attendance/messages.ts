/** The specification's wordings (product §5, §8), and what reports say besides. */
export const attendanceMessages = {
  onlyWithAbsence: 'Please note only attendance records with at least one present session can be deleted.',
  deleted: (count: number) => `${count} Attendance records deleted.`,
  notDeleted: 'An Error Occured.',
  notSaved: 'What you said of this class could not be saved.',
  selectClassAndDate: 'Please Select Class and Date.',
  selectDate: 'Please Select Date.',
  selectClass: 'Please Select Class',
  reversed: 'The first date comes after the last.',
  tooLong: 'A report covers at most 400 days.',
} as const;

/** Days that one report covers at most, both ends included: a school year and its holidays. */
export const mostReportDays = 400;
