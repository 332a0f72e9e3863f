import type { Scope } from '#shared/options/oneroster/rest/scopes.ts';
import { type RestKind, type RestRecord, valuesAt } from './record-fields.ts';
import { unknownObject } from './status-info.ts';

/** The objects of the school by kind, those that have gone too. Each is read when it is first asked for. */
export interface RosterObjects {
  all(kind: RestKind): Promise<readonly RestRecord[]>;
}

/** A call of OneRoster 1.2 that reads. */
export interface Reading {
  service: 'rostering' | 'gradebook';
  /** Below the service's address: `classes/{}/students`. */
  path: string;
  kind: RestKind;
  /** The name of the only property of the answer. */
  property: string;
  /** One of these is needed. */
  scopes: readonly Scope[];
  isList: boolean;
  /** @throws RosterError `unknownobject` where an id of the path is nobody's */
  read(objects: RosterObjects, ids: readonly string[]): Promise<readonly RestRecord[]>;
}

/** A collection: a kind, or those of a kind of which something holds. */
interface Collection {
  kind: RestKind;
  holds?: (record: RestRecord) => boolean;
}
/** Who has gone is in nobody's class any more. */
const isThere = ({ status }: RestRecord): boolean => status === 'active';
const hasRole = (role: string) => (user: RestRecord) => valuesAt(user, 'roles.role').includes(role);
const isOfType = (type: string) => (record: RestRecord) => record.type === type;

const collections = {
  academicSessions: { kind: 'academicSession' },
  terms: { kind: 'academicSession', holds: isOfType('term') },
  gradingPeriods: { kind: 'academicSession', holds: isOfType('gradingPeriod') },
  orgs: { kind: 'org' },
  schools: { kind: 'org', holds: isOfType('school') },
  courses: { kind: 'course' },
  classes: { kind: 'class' },
  enrollments: { kind: 'enrollment' },
  users: { kind: 'user' },
  students: { kind: 'user', holds: hasRole('student') },
  teachers: { kind: 'user', holds: hasRole('teacher') },
  demographics: { kind: 'demographics' },
  categories: { kind: 'category' },
  lineItems: { kind: 'lineItem' },
  results: { kind: 'result' },
  scoreScales: { kind: 'scoreScale' },
} as const satisfies Record<string, Collection>;
type CollectionName = keyof typeof collections;

/** A list and one of it are called so in answers. */
const propertiesOfKind: Readonly<Record<RestKind, readonly [list: string, one: string]>> = {
  academicSession: ['academicSessions', 'academicSession'],
  class: ['classes', 'class'],
  course: ['courses', 'course'],
  demographics: ['demographics', 'demographics'],
  enrollment: ['enrollments', 'enrollment'],
  org: ['orgs', 'org'],
  user: ['users', 'user'],
  category: ['categories', 'category'],
  lineItem: ['lineItems', 'lineItem'],
  result: ['results', 'result'],
  scoreScale: ['scoreScales', 'scoreScale'],
};

async function readCollection(objects: RosterObjects, name: CollectionName): Promise<readonly RestRecord[]> {
  const { kind, holds }: Collection = collections[name];
  const all = await objects.all(kind);
  return holds ? all.filter(holds) : all;
}

async function requireOne(objects: RosterObjects, name: CollectionName, sourcedId: string): Promise<RestRecord> {
  const found = (await readCollection(objects, name)).find((record) => record.sourcedId === sourcedId);
  if (!found) throw unknownObject('There is no such object.');
  return found;
}

const whole = (service: Reading['service'], name: CollectionName, scopesOf: readonly Scope[]): [Reading, Reading] => {
  const { kind } = collections[name];
  const [list, one] = propertiesOfKind[kind];
  const of = { service, kind, scopes: scopesOf };
  return [
    { ...of, path: name, property: list, isList: true, read: (objects) => readCollection(objects, name) },
    {
      ...of,
      path: `${name}/{}`,
      property: one,
      isList: false,
      read: async (objects, [id = '']) => [await requireOne(objects, name, id)],
    },
  ];
};

/** Which records of a collection belong to the objects that the path names. */
type Belongs = (record: RestRecord, ids: readonly string[]) => boolean;
const pointsTo =
  (path: string, place = 0): Belongs =>
  (record, ids) =>
    valuesAt(record, path).includes(ids[place] ?? '');

interface Related {
  of: CollectionName;
  /** The collection of each id in the path, in order. */
  below: readonly CollectionName[];
  belongs: Belongs;
}

const related = (service: Reading['service'], path: string, { of, below, belongs }: Related): Reading => {
  const { kind } = collections[of];
  return {
    service,
    path,
    kind,
    property: propertiesOfKind[kind][0],
    scopes: [service === 'rostering' ? 'roster.readonly' : 'gradebook.readonly'],
    isList: true,
    read: async (objects, ids) => {
      await Promise.all(below.map((name, at) => requireOne(objects, name, ids[at] ?? '')));
      return (await readCollection(objects, of)).filter((record) => belongs(record, ids));
    },
  };
};

/** Users of a class by their role in it; `place` is that of the class in the path. */
const ofClass = (path: string, below: readonly CollectionName[], role: 'student' | 'teacher'): Reading => ({
  service: 'rostering',
  path,
  kind: 'user',
  property: 'users',
  scopes: ['roster.readonly'],
  isList: true,
  read: async (objects, ids) => {
    await Promise.all(below.map((name, at) => requireOne(objects, name, ids[at] ?? '')));
    const inClass = pointsTo('class.sourcedId', below.length - 1);
    const enrolled = (await objects.all('enrollment')).filter(
      (one) => isThere(one) && one.role === role && inClass(one, ids),
    );
    const users = new Set(enrolled.flatMap((one) => valuesAt(one, 'user.sourcedId')));
    return (await objects.all('user')).filter(({ sourcedId }) => users.has(sourcedId));
  },
});

/** Classes in which a user is, in whatever role. */
const ofUser = (name: 'students' | 'teachers' | 'users'): Reading => ({
  service: 'rostering',
  path: `${name}/{}/classes`,
  kind: 'class',
  property: 'classes',
  scopes: ['roster.readonly'],
  isList: true,
  read: async (objects, ids) => {
    await requireOne(objects, name, ids[0] ?? '');
    const enrolled = (await objects.all('enrollment')).filter(
      (one) => isThere(one) && pointsTo('user.sourcedId')(one, ids),
    );
    const classes = new Set(enrolled.flatMap((one) => valuesAt(one, 'class.sourcedId')));
    return (await objects.all('class')).filter(({ sourcedId }) => classes.has(sourcedId));
  },
});

/** Results of a class, of some of which something holds. */
const resultsOfClass = (path: string, below: readonly CollectionName[], belongs: Belongs): Reading => ({
  service: 'gradebook',
  path,
  kind: 'result',
  property: 'results',
  scopes: ['gradebook.readonly'],
  isList: true,
  read: async (objects, ids) => {
    await Promise.all(below.map((name, at) => requireOne(objects, name, ids[at] ?? '')));
    const inClass = pointsTo('class.sourcedId');
    return (await objects.all('result')).filter((one) => inClass(one, ids) && belongs(one, ids));
  },
});

const core: readonly Scope[] = ['roster-core.readonly', 'roster.readonly'];
const gradebookCore: readonly Scope[] = ['gradebook-core.readonly', 'gradebook.readonly'];
const everybody: Belongs = () => true;
const inSchool: Belongs = pointsTo('school.sourcedId');

/** Every GET of rostering 1.2 and gradebook 1.2. */
export const readings: readonly Reading[] = [
  ...(['academicSessions', 'terms', 'gradingPeriods', 'orgs', 'schools', 'courses', 'classes'] as const).flatMap(
    (name) => whole('rostering', name, core),
  ),
  ...(['enrollments', 'users', 'students', 'teachers'] as const).flatMap((name) => whole('rostering', name, core)),
  ...whole('rostering', 'demographics', ['roster-demographics.readonly']),
  related('rostering', 'terms/{}/classes', { of: 'classes', below: ['terms'], belongs: pointsTo('terms.sourcedId') }),
  related('rostering', 'terms/{}/gradingPeriods', {
    of: 'gradingPeriods',
    below: ['terms'],
    belongs: pointsTo('parent.sourcedId'),
  }),
  related('rostering', 'courses/{}/classes', {
    of: 'classes',
    below: ['courses'],
    belongs: pointsTo('course.sourcedId'),
  }),
  related('rostering', 'schools/{}/classes', { of: 'classes', below: ['schools'], belongs: inSchool }),
  related('rostering', 'schools/{}/courses', {
    of: 'courses',
    below: ['schools'],
    belongs: pointsTo('org.sourcedId'),
  }),
  related('rostering', 'schools/{}/enrollments', { of: 'enrollments', below: ['schools'], belongs: inSchool }),
  related('rostering', 'schools/{}/students', {
    of: 'students',
    below: ['schools'],
    belongs: pointsTo('roles.org.sourcedId'),
  }),
  related('rostering', 'schools/{}/teachers', {
    of: 'teachers',
    below: ['schools'],
    belongs: pointsTo('roles.org.sourcedId'),
  }),
  // Terms are of every school: the binding has no link from one to the other.
  related('rostering', 'schools/{}/terms', { of: 'terms', below: ['schools'], belongs: everybody }),
  related('rostering', 'schools/{}/classes/{}/enrollments', {
    of: 'enrollments',
    below: ['schools', 'classes'],
    belongs: pointsTo('class.sourcedId', 1),
  }),
  ofClass('classes/{}/students', ['classes'], 'student'),
  ofClass('classes/{}/teachers', ['classes'], 'teacher'),
  ofClass('schools/{}/classes/{}/students', ['schools', 'classes'], 'student'),
  ofClass('schools/{}/classes/{}/teachers', ['schools', 'classes'], 'teacher'),
  ofUser('students'),
  ofUser('teachers'),
  ofUser('users'),

  ...(['categories', 'lineItems', 'results', 'scoreScales'] as const).flatMap((name) =>
    whole('gradebook', name, gradebookCore),
  ),
  // Every class has every category.
  related('gradebook', 'classes/{}/categories', { of: 'categories', below: ['classes'], belongs: everybody }),
  related('gradebook', 'classes/{}/lineItems', {
    of: 'lineItems',
    below: ['classes'],
    belongs: pointsTo('class.sourcedId'),
  }),
  related('gradebook', 'classes/{}/scoreScales', {
    of: 'scoreScales',
    below: ['classes'],
    belongs: pointsTo('class.sourcedId'),
  }),
  related('gradebook', 'schools/{}/scoreScales', { of: 'scoreScales', below: ['schools'], belongs: everybody }),
  resultsOfClass('classes/{}/results', ['classes'], everybody),
  resultsOfClass('classes/{}/lineItems/{}/results', ['classes', 'lineItems'], pointsTo('lineItem.sourcedId', 1)),
  resultsOfClass('classes/{}/students/{}/results', ['classes', 'students'], pointsTo('student.sourcedId', 1)),
];

const services: Readonly<Record<string, Reading['service']>> = {
  'oneroster/rostering/v1p2': 'rostering',
  'oneroster/gradebook/v1p2': 'gradebook',
};

const byPath = new Map(readings.map((reading) => [`${reading.service} ${reading.path}`, reading]));

/**
 * The call at an address, and the ids in it.
 * @param path below `/ims/`, as it was sent
 * @throws RosterError `unknownobject` where there is no such call
 */
export function findReading(path: string): { reading: Reading; ids: readonly string[] } {
  const [standard, service, version, ...parts] = path.replace(/\/$/, '').split('/').map(decodePart);
  const found = services[`${standard}/${service}/${version}`];
  const ids = parts.filter((_, at) => at % 2 === 1);
  const template = parts.map((part, at) => (at % 2 === 1 ? '{}' : part)).join('/');
  const reading = byPath.get(`${found} ${template}`);
  if (!reading || ids.includes('')) throw unknownObject('There is no such call of OneRoster 1.2.');
  return { reading, ids };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw unknownObject('The address is not a valid one.');
  }
}
