/** How the values of a field are compared. `flag` is the text `true` or `false`. */
export type FieldType = 'string' | 'date' | 'dateTime' | 'number' | 'flag';

/** Fields of an object of the REST binding, in the standard's order; of a list, those of its elements. */
export interface Fields {
  readonly [name: string]: FieldType | Fields;
}

/** The objects of rostering and gradebook 1.2. */
export type RestKind =
  | 'academicSession'
  | 'category'
  | 'class'
  | 'course'
  | 'demographics'
  | 'enrollment'
  | 'lineItem'
  | 'org'
  | 'result'
  | 'scoreScale'
  | 'user';

const reference: Fields = { href: 'string', sourcedId: 'string', type: 'string' };
const common = { sourcedId: 'string', status: 'string', dateLastModified: 'dateTime' } as const satisfies Fields;

/**
 * Every field of each kind of object in OneRoster 1.2, whether the school has such facts or not: what a filter, a sort
 * and a selection of fields may name.
 */
export const fieldsOfKind: Readonly<Record<RestKind, Fields>> = {
  academicSession: {
    ...common,
    title: 'string',
    startDate: 'date',
    endDate: 'date',
    type: 'string',
    parent: reference,
    children: reference,
    schoolYear: 'string',
  },
  class: {
    ...common,
    title: 'string',
    classCode: 'string',
    classType: 'string',
    location: 'string',
    grades: 'string',
    subjects: 'string',
    course: reference,
    school: reference,
    terms: reference,
    subjectCodes: 'string',
    periods: 'string',
    resources: reference,
  },
  course: {
    ...common,
    title: 'string',
    schoolYear: reference,
    courseCode: 'string',
    grades: 'string',
    subjects: 'string',
    org: reference,
    subjectCodes: 'string',
    resources: reference,
  },
  demographics: {
    ...common,
    birthDate: 'date',
    sex: 'string',
    americanIndianOrAlaskaNative: 'flag',
    asian: 'flag',
    blackOrAfricanAmerican: 'flag',
    nativeHawaiianOrOtherPacificIslander: 'flag',
    white: 'flag',
    demographicRaceTwoOrMoreRaces: 'flag',
    hispanicOrLatinoEthnicity: 'flag',
    countryOfBirthCode: 'string',
    stateOfBirthAbbreviation: 'string',
    cityOfBirth: 'string',
    publicSchoolResidenceStatus: 'string',
  },
  enrollment: {
    ...common,
    user: reference,
    class: reference,
    school: reference,
    role: 'string',
    primary: 'flag',
    beginDate: 'date',
    endDate: 'date',
  },
  org: {
    ...common,
    name: 'string',
    type: 'string',
    identifier: 'string',
    parent: reference,
    children: reference,
  },
  user: {
    ...common,
    userMasterIdentifier: 'string',
    username: 'string',
    userIds: { type: 'string', identifier: 'string' },
    enabledUser: 'flag',
    givenName: 'string',
    familyName: 'string',
    middleName: 'string',
    preferredFirstName: 'string',
    preferredMiddleName: 'string',
    preferredLastName: 'string',
    pronouns: 'string',
    roles: {
      roleType: 'string',
      role: 'string',
      org: reference,
      userProfile: 'string',
      beginDate: 'date',
      endDate: 'date',
    },
    userProfiles: {
      profileId: 'string',
      profileType: 'string',
      vendorId: 'string',
      applicationId: 'string',
      description: 'string',
      credentials: { type: 'string', username: 'string' },
    },
    primaryOrg: reference,
    identifier: 'string',
    email: 'string',
    sms: 'string',
    phone: 'string',
    agents: reference,
    grades: 'string',
    password: 'string',
    resources: reference,
  },
  category: { ...common, title: 'string', weight: 'number' },
  lineItem: {
    ...common,
    title: 'string',
    description: 'string',
    assignDate: 'dateTime',
    dueDate: 'dateTime',
    class: reference,
    school: reference,
    category: reference,
    gradingPeriod: reference,
    academicSession: reference,
    scoreScale: reference,
    resultValueMin: 'number',
    resultValueMax: 'number',
    learningObjectiveSet: { source: 'string', learningObjectiveIds: 'string' },
  },
  result: {
    ...common,
    lineItem: reference,
    student: reference,
    class: reference,
    scoreScale: reference,
    scoreStatus: 'string',
    score: 'number',
    textScore: 'string',
    scoreDate: 'date',
    comment: 'string',
    learningObjectiveSet: { source: 'string', learningObjectiveResults: {} },
    inProgress: 'flag',
    incomplete: 'flag',
    late: 'flag',
    missing: 'flag',
  },
  scoreScale: {
    ...common,
    title: 'string',
    type: 'string',
    course: reference,
    class: reference,
    scoreScaleValue: { itemValueLHS: 'string', itemValueRHS: 'string' },
  },
};

/** A link from one object to another, as the standard writes it. */
export interface GuidReference {
  /** Where the other object is read. */
  href: string;
  sourcedId: string;
  type: RestKind;
}

/** An object of the REST binding. */
export interface RestRecord {
  sourcedId: string;
  status: 'active' | 'tobedeleted';
  /** ISO 8601 with milliseconds, UTC. */
  dateLastModified: string;
  readonly [field: string]: unknown;
}

/** The type of the field that a path names, such as `class.sourcedId`; undefined where there is none. */
export function typeOfPath(kind: RestKind, path: string): FieldType | undefined {
  let at: FieldType | Fields | undefined = fieldsOfKind[kind];
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return typeof at === 'string' ? at : undefined;
}

/** The texts and numbers of a record at a path: of a list, those of all its elements. */
export function valuesAt(record: object, path: string): (string | number)[] {
  let values: unknown[] = [record];
  for (const name of path.split('.')) {
    values = values.flatMap((value) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? [(value as Record<string, unknown>)[name]].flat()
        : [],
    );
  }
  return values.filter((value) => typeof value === 'string' || typeof value === 'number');
}
