import type { SchoolFile } from '#shared/school/school-file.ts';
import type { OptionalStudentField } from '#shared/students/fields.ts';
import { addDays, demoPeriod, isSchoolDay } from '../calendar.ts';
import { dropUndefined } from '../drop-undefined.ts';
import { foldToAscii } from '../names/user-names.ts';
import type { Random } from '../random.ts';
import type { DemoStudent } from '../types.ts';
import { buildHousehold, type Household, makePhoneNumber } from './household.ts';
import { pickMedicalFacts } from './medical.ts';
import { primarySchools, secondarySchools, towns } from './places.ts';
import type { Pupil } from './pupil.ts';

/** The students as the office knows them, with the gaps that real files have. */
export function buildStudents(
  random: Random,
  pupils: readonly Pupil[],
  { school, year }: { school: SchoolFile; year: number },
): DemoStudent[] {
  const siblings = new Map<number, Pupil[]>();
  for (const pupil of pupils) siblings.set(pupil.family, [...(siblings.get(pupil.family) ?? []), pupil]);
  return pupils.map((pupil) => {
    const family = siblings.get(pupil.family) ?? [];
    const household = buildHousehold(random.fork(`household/${pupil.family}`), family[0] ?? pupil);
    return buildStudent(random.fork(pupil.studentId), {
      pupil,
      household,
      relatives: family.filter((other) => other !== pupil && other.status === 'current'),
      school,
      year,
    });
  });
}

interface Background {
  pupil: Pupil;
  household: Household;
  relatives: readonly Pupil[];
  school: SchoolFile;
  year: number;
}

function buildStudent(random: Random, { pupil, household, relatives, school, year }: Background): DemoStudent {
  const known = <T>(probability: number, value: () => T): T | undefined =>
    random.chance(probability) ? value() : undefined;
  // A few files hold no more than the Ministry's placement list gave.
  const isThin = random.chance(0.03);
  const seaYear = pupil.entryYear - (pupil.entryLevel - 1);
  const attributes = isThin
    ? {}
    : {
        ...contact(random, pupil, household),
        ...family(random, household, relatives),
        ...history(random, pupil, { school, year }),
        ...personal(random, pupil, household),
        ...technology(random, pupil, year),
        ...pickMedicalFacts(random.fork('medical')),
      };
  return {
    studentId: pupil.studentId,
    ...pupil.name,
    ...pupil.place,
    status: pupil.status,
    ...dropUndefined({
      dateOfBirth: known(0.99, () => birthday(random, pupil)),
      birthCertificateNo: known(0.95, () => `00${random.digits(8)}`),
      houseCode: known(0.97, () => random.pick(school.houses).id),
      seaNo: known(0.96, () => `0${String(seaYear % 100).padStart(2, '0')}${random.digits(6)}`),
      entryDate: known(0.97, () => entryDate(random, pupil)),
    }),
    attributes: {
      ...attributes,
      ...(pupil.dateOfLeaving ? { date_of_leaving: pupil.dateOfLeaving } : {}),
      ...(pupil.isRepeater ? { repeater: 'Yes' } : {}),
    },
  };
}

/** Form 1 begins at eleven or twelve. A few are a year older. */
function birthday(random: Random, pupil: Pupil): string {
  const startedFormOne = pupil.entryYear - (pupil.entryLevel - 1);
  const older = random.chance(0.06) ? 365 : 0;
  return addDays(`${startedFormOne - 11}-09-01`, -random.int(0, 364) - older);
}

/** The first day of the year, some days later, or in the middle of a year for some who came from another school. */
function entryDate(random: Random, pupil: Pupil): string {
  const first = demoPeriod({ year: pupil.entryYear, term: 1 }).dateStart;
  let day = addDays(first, random.chance(0.1) ? random.int(1, 14) : 0);
  while (!isSchoolDay(day)) day = addDays(day, 1);
  return day;
}

type Attributes = Partial<Record<OptionalStudentField, string>>;

function contact(random: Random, pupil: Pupil, household: Household): Attributes {
  const first = foldToAscii(pupil.name.firstName);
  const last = foldToAscii(pupil.name.lastName);
  return dropUndefined({
    home_address: household.address,
    address_line_2: random.chance(0.95) ? household.town : undefined,
    phone_home: household.phoneHome,
    phone_cell: random.chance(0.35 + 0.07 * pupil.place.formLevel) ? makePhoneNumber(random) : undefined,
    email: random.chance(0.6) ? `${first}.${last}.${pupil.studentId}@students.northgate.example` : undefined,
  });
}

function family(random: Random, household: Household, relatives: readonly Pupil[]): Attributes {
  const { father, mother, guardian } = household.relatives;
  const nearest = guardian ?? (household.livesWith === 'Father' ? father : (mother ?? father));
  const relation =
    nearest === guardian
      ? random.pick(['Grandmother', 'Aunt', 'Uncle', 'Godmother'])
      : nearest === father
        ? 'Father'
        : 'Mother';
  const prefixed = Object.fromEntries(
    (['father', 'mother', 'guardian'] as const).flatMap((who) =>
      Object.entries(household.relatives[who] ?? {}).map(([field, value]) => [`${who}_${field}`, value]),
    ),
  ) as Attributes;
  return {
    ...prefixed,
    ...dropUndefined({
      emergency_contact: nearest?.name,
      emergency_home_phone: nearest ? (household.phoneHome ?? nearest.mobile_phone) : undefined,
      relation_to_child: nearest ? relation : undefined,
      place_in_family: random.chance(0.7) ? String(random.int(1, household.children)) : undefined,
      no_in_family: random.chance(0.7) ? String(household.children) : undefined,
      no_at_home: random.chance(0.6) ? String(random.int(1, household.children)) : undefined,
      relative_in_school:
        relatives.length > 0
          ? relatives.map(({ name, place }) => `${name.firstName} ${name.lastName} (${place.classId})`).join(', ')
          : undefined,
    }),
  };
}

/** A school's name tells whether it takes girls or boys only. */
const previousSchools = ({ entryLevel, sex }: Pupil): string[] =>
  (entryLevel > 1 ? secondarySchools : primarySchools).filter((name) => !(sex === 'F' ? /Boys/ : /Girls/).test(name));

function history(random: Random, pupil: Pupil, { school, year }: { school: SchoolFile; year: number }): Attributes {
  const fromSecondary = pupil.entryLevel > 1;
  const activities = random.shuffle(school.coCurriculars).slice(0, random.int(1, 3));
  return dropUndefined({
    previous_school: random.chance(0.94) ? random.pick(previousSchools(pupil)) : undefined,
    transfer_in: fromSecondary ? 'Yes' : random.chance(0.6) ? 'No' : undefined,
    transport: random.chance(0.85)
      ? random.weighted({ Taxi: 34, 'Maxi taxi': 26, 'Private car': 22, 'School bus (PTSC)': 8, Walking: 10 })
      : undefined,
    school_feeding: random.chance(0.8)
      ? random.weighted({ None: 55, Lunch: 28, 'Breakfast and lunch': 17 })
      : undefined,
    activities: random.chance(0.5) ? activities.join(', ') : undefined,
    achievements: random.chance(0.12)
      ? random.pick([
          'Zonal athletics, 4 × 100 m relay, silver',
          'Sanfest, gold certificate, vocal solo',
          'Class prize, Mathematics',
          'Spelling Bee finalist',
          'National primary schools’ chess, third place',
          'Under-15 cricket trials',
          'President’s Award, bronze',
        ])
      : undefined,
    hobbies: random.chance(0.55)
      ? random
          .shuffle([
            'Reading',
            'Football',
            'Drawing',
            'Gaming',
            'Dancing',
            'Cooking',
            'Cricket',
            'Singing',
            'Steelpan',
            'Swimming',
            'Gardening',
            'Photography',
          ])
          .slice(0, random.int(1, 3))
          .join(', ')
      : undefined,
    details:
      pupil.status === 'archived' && random.chance(0.4)
        ? random.pick([
            'Completed CSEC.',
            'Transferred; records sent.',
            'Migrated with family.',
            'Completed CAPE Unit 2.',
            'Left to begin an apprenticeship.',
          ])
        : pupil.entryYear === year && fromSecondary
          ? 'Transfer letter on file.'
          : undefined,
  });
}

const ethnicCodes = {
  african: 'AF',
  indian: 'IN',
  chinese: 'CH',
  portuguese: 'EU',
  french: 'EU',
  spanish: 'HI',
  levantine: 'LV',
} as const;

function personal(random: Random, pupil: Pupil, household: Household): Attributes {
  const isFromVenezuela = pupil.community === 'spanish' && random.chance(0.3);
  return dropUndefined({
    religion_code: random.chance(0.93) ? household.religion : undefined,
    ethnic_group_code: random.chance(0.86) ? (random.chance(0.2) ? 'MX' : ethnicCodes[pupil.community]) : undefined,
    place_of_birth: random.chance(0.8)
      ? isFromVenezuela
        ? random.pick(['Maturín', 'Tucupita', 'Cumaná', 'Güiria'])
        : random.chance(0.08)
          ? random.pick(towns).town
          : random.weighted({ 'San Fernando': 68, 'Port of Spain': 19, 'Mt. Hope': 13 })
      : undefined,
    nationality: isFromVenezuela
      ? 'Venezuelan'
      : random.chance(0.94)
        ? random.weighted({ Trinidadian: 96, Guyanese: 2, Grenadian: 1, Jamaican: 1 })
        : undefined,
    sex: pupil.sex,
    living_status: random.chance(0.9) ? household.livesWith : undefined,
    regional_corporation: random.chance(0.75) ? household.corporation : undefined,
  });
}

/** Asked for only since schools closed in 2020, so older files lack it. */
function technology(random: Random, pupil: Pupil, year: number): Attributes {
  if (pupil.entryYear < Math.min(2020, year - 6) || random.chance(0.15)) return {};
  const hasInternet = random.chance(0.9);
  return dropUndefined({
    internet_access: hasInternet ? 'Yes' : 'No',
    device_type: random.chance(0.92)
      ? random.weighted({ Laptop: 38, Phone: 26, Tablet: 18, 'Laptop and phone': 10, Desktop: 5, None: 3 })
      : undefined,
  });
}
