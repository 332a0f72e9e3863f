/**
 * The school as OneRoster knows one, in plain records: fields have the names that the standard's columns have, and
 * point to others by their ids. A null is blank.
 */
interface SourcedRecord {
  sourcedId: string;
  status: 'active' | 'tobedeleted';
  /** UTC, ISO 8601 with milliseconds; null until a snapshot: the school's own records do not say when. */
  dateLastModified: string | null;
  /** A field that is a guess while nothing is known of it: that it would be another one today is no change. */
  supposes?: 'scoreDate';
}

export interface OrgRecord extends SourcedRecord {
  name: string;
  type: 'school';
  identifier: string;
  parentSourcedId: null;
}

export interface AcademicSessionRecord extends SourcedRecord {
  title: string;
  type: 'schoolYear' | 'term';
  startDate: string;
  /** The day behind its last one. */
  endDate: string;
  parentSourcedId: string | null;
  /** The calendar year in which the school year ends. */
  schoolYear: string;
}

export interface UserRecord extends SourcedRecord {
  enabledUser: boolean;
  username: string;
  givenName: string;
  familyName: string;
  middleName: string | null;
  /** The student's id, or the teacher's number. */
  identifier: string;
  /** The form level of a student. */
  grades: string[];
  primaryOrgSourcedId: string;
}

export interface RoleRecord extends SourcedRecord {
  userSourcedId: string;
  roleType: 'primary';
  role: 'student' | 'teacher' | 'principal';
  orgSourcedId: string;
}

export interface CourseRecord extends SourcedRecord {
  schoolYearSourcedId: string;
  title: string;
  courseCode: string;
  grades: string[];
  orgSourcedId: string;
  subjects: string[];
  /** One each, in their order: the school's ids of subjects. */
  subjectCodes: string[];
}

export interface ClassRecord extends SourcedRecord {
  title: string;
  grades: string[];
  courseSourcedId: string;
  /** "1A", or "1A MATH" of a subject. */
  classCode: string;
  classType: 'homeroom' | 'scheduled';
  schoolSourcedId: string;
  termSourcedIds: string[];
  subjects: string[];
  /** One each, in their order: the school's ids of subjects. */
  subjectCodes: string[];
}

export interface EnrollmentRecord extends SourcedRecord {
  classSourcedId: string;
  schoolSourcedId: string;
  userSourcedId: string;
  role: 'student' | 'teacher' | 'administrator';
  /** Of teachers alone. */
  primary: boolean | null;
}

export interface DemographicsRecord extends SourcedRecord {
  birthDate: string | null;
  sex: 'male' | 'female' | null;
}

export interface CategoryRecord extends SourcedRecord {
  title: string;
}

export interface LineItemRecord extends SourcedRecord {
  title: string;
  assignDate: string;
  dueDate: string;
  classSourcedId: string;
  categorySourcedId: string;
  academicSessionSourcedId: string;
  resultValueMin: number;
  resultValueMax: number;
  schoolSourcedId: string;
}

export interface ResultRecord extends SourcedRecord {
  lineItemSourcedId: string;
  studentSourcedId: string;
  scoreStatus: 'fully graded' | 'partially graded' | 'not submitted' | 'exempt';
  score: number | null;
  /** The day on which the mark was entered; never in the future. */
  scoreDate: string;
  textScore: string | null;
  classSourcedId: string;
  inProgress: boolean;
  missing: boolean;
}

/** Records by the file that has them. */
export interface RecordsOfTable {
  orgs: OrgRecord;
  academicSessions: AcademicSessionRecord;
  users: UserRecord;
  roles: RoleRecord;
  courses: CourseRecord;
  classes: ClassRecord;
  enrollments: EnrollmentRecord;
  demographics: DemographicsRecord;
  categories: CategoryRecord;
  lineItems: LineItemRecord;
  results: ResultRecord;
}
export type GivenTable = keyof RecordsOfTable;
