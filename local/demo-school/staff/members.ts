import type { SchoolFile } from '#shared/school/school-file.ts';
import { addDays } from '../calendar.ts';
import { pickCommunity, pickFamilyName, pickGivenName } from '../names/people-names.ts';
import { takeUserName } from '../names/user-names.ts';
import type { Random } from '../random.ts';
import type { DemoEmployee, Sex } from '../types.ts';
import { archivedPositions, type Position, positions } from './positions.ts';

/** A teacher and the position held. */
export interface StaffMember {
  employee: DemoEmployee;
  position: Position;
  sex: Sex;
}

/** A teacher's number above this is an archived one's (product §9). */
const archiveThreshold = 999;

/** The people of the positions, then those who have left. */
export function buildStaff(
  random: Random,
  { school, today }: { school: SchoolFile; today: string },
): { staff: StaffMember[]; archived: DemoEmployee[] } {
  const taken = new Set(positions.flatMap(({ account }) => account?.userName ?? []));
  const numbers = random.fork('numbers');
  let teacherNum = 0;
  let employeeNumber = 100;
  const employ = (
    source: Random,
    { position, post }: { position?: Position; post: number },
  ): { employee: DemoEmployee; sex: Sex } => {
    const person = namePerson(source, { position, school });
    teacherNum += numbers.int(2, 14);
    employeeNumber += 1;
    const name = { firstName: person.firstName, lastName: person.lastName };
    const dateOfBirth = addDays(
      today,
      -365 * (position?.isNew ? source.int(23, 27) : source.int(28, 59)) - source.int(0, 364),
    );
    const employee: DemoEmployee = {
      employeeId: String(employeeNumber).padStart(4, '0'),
      teacherNum,
      ...name,
      userName: position?.account?.userName ?? takeUserName(name, taken),
      postId: post,
      // The oldest files do not hold it.
      ...(position?.account || source.chance(0.93) ? { dateOfBirth } : {}),
    };
    return { employee, sex: person.sex };
  };
  const staff = positions.map((position, index) => ({
    ...employ(random.fork(`position/${index}`), { position, post: position.post }),
    position,
  }));
  const archived = archivedPositions.map(({ post, by }, index) => {
    const source = random.fork(`left/${index}`);
    const { employee } = employ(source, { post });
    return by === 'number'
      ? { ...employee, teacherNum: archiveThreshold + source.int(1, 5) + index * 6 }
      : { ...employee, deletedAt: `${addDays(today, -source.int(400, 900))}T00:00:00.000Z` };
  });
  return { staff, archived };
}

function namePerson(
  random: Random,
  { position, school }: { position: Position | undefined; school: SchoolFile },
): { firstName: string; lastName: string; sex: Sex } {
  if (position?.account) return position.account;
  if (position?.isPrincipal && school.principal) {
    const [firstName = '', ...rest] = school.principal.replace(/^(Dr|Mr|Mrs|Ms|Sr|Fr|Prof)\.? /, '').split(' ');
    if (rest.length > 0) return { firstName, lastName: rest.join(' '), sex: 'F' };
  }
  const sex = random.chance(0.66) ? 'F' : 'M';
  const community = pickCommunity(random);
  return {
    firstName: pickGivenName(random, { community, sex, isGrown: true }),
    lastName: pickFamilyName(random, community),
    sex,
  };
}
