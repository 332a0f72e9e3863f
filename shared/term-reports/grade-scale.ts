/** What the grades for application, conduct and the like mean (product §2). */
export const gradeScale = [
  { grade: 'A', meaning: 'Excellent' },
  { grade: 'B', meaning: 'Good' },
  { grade: 'C', meaning: 'Satisfactory' },
  { grade: 'D', meaning: 'Needs improvement' },
  { grade: 'E', meaning: 'Urgent Intervention Needed' },
] as const;
