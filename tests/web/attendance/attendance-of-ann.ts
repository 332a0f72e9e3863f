/** Ann Ali of 1A with these days in Term 1 of 2026, which has six sessions. */
export const attendanceOfAnn = <R, D = never>(term: {
  lates: number;
  absent: number;
  excused: number;
  not_taken: number;
  attendance_records: R[];
  other_days?: D[];
}) => ({
  first_name: 'Ann',
  last_name: 'Ali',
  class_id: '1A',
  terms: [
    {
      year: 2026,
      term: 1 as const,
      title: 'Term 1',
      possible_attendance: 6,
      attendance: 3,
      other_days: [],
      ...term,
    },
  ],
});
