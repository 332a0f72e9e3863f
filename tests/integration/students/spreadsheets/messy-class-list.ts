import type { SheetCell } from '../../../support/files/class-list-files.ts';

/** What of a messy list must be in the school in the end. */
export interface ExpectedStudentFacts {
  lastName: string;
  firstName: string;
  classId: string;
  seaNo: string | undefined;
  dateOfBirth: string | undefined;
  town: string | undefined;
}

/** Numbers from a seed, so that a failure can be seen again. */
function randomFrom(seed: number) {
  let state = seed;
  return (most: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'];
const surnames = ['Ali', 'De Freitas', "O'Brien", 'Núñez', 'Ramkissoon-Singh', 'St. Clair', 'Đặng'];
const towns = ['Arima', 'Couva', 'Point Fortin', ' Siparia ', 'San\u00a0Fernando'];

/**
 * A class list as schools keep them: a title, headings of their own in an order of their own, columns for other things,
 * blank lines and lines of blanks, dates in five ways, numbers that lost or kept their zeros, names with blanks around
 * them.
 */
export function messyClassList({ seed, count, classes }: { seed: number; count: number; classes: readonly string[] }) {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const columns = ['surname', 'first', 'class', 'sea', 'dob', 'town', 'other', 'total'] as const;
  const headings: Record<(typeof columns)[number], string> = {
    surname: pick(['Surname', 'LAST NAME', 'last_name', ' Family  Name ']),
    first: pick(['First Name', 'FORENAME']),
    class: pick(['Class', 'Form Class', 'CLASS:']),
    sea: pick(['SEA Reg No.', 'S.E.A. Number', 'sea no']),
    dob: pick(['DOB', 'Date of Birth', 'Birth\u00a0Date']),
    town: 'Town',
    other: 'Fees paid',
    total: 'Remarks',
  };
  const order = [...columns].sort(() => random(3) - 1);
  const rows: SheetCell[][] = [['Class List 2026-2027'], [], order.map((column) => headings[column])];
  const expected: ExpectedStudentFacts[] = [];
  for (let index = 0; index < count; index += 1) {
    if (random(12) === 0) rows.push([]);
    if (random(20) === 0) rows.push(order.map(() => '  \u00a0'));
    const [month, day, year] = [random(10), 13 + random(15), 2012 + random(3)];
    const iso = `${year}-${String(month + 1).padStart(2, '0')}-${day}`;
    const dob = pick<SheetCell>([
      ...[new Date(`${iso}T00:00:00Z`), iso, `${day}/${month + 1}/${year}`],
      ...[`${day} ${months[month]?.toUpperCase()} ${year}`, `${day}-${months[month]?.slice(0, 3)}-${year}`],
    ]);
    const sea = random(6) === 0 ? undefined : `00${100_000 + index * 7}`;
    const town = random(4) === 0 ? undefined : pick(towns);
    const [surname, classId] = [pick(surnames), pick(classes)];
    const isTyped = random(2) === 0;
    const cells: Record<(typeof columns)[number], SheetCell> = {
      surname: isTyped ? ` ${surname}\u00a0` : surname,
      first: `Pupil  ${index}`,
      class: isTyped ? ` ${classId.toLowerCase()} ` : classId,
      sea: sea ?? null,
      dob: random(9) === 0 ? null : dob,
      town: town ?? null,
      other: { formula: `A${index}*2`, result: '14' },
      total: isTyped ? 'new' : null,
    };
    rows.push(order.map((column) => cells[column]));
    expected.push({
      lastName: surname,
      firstName: `Pupil ${index}`,
      classId,
      seaNo: sea,
      dateOfBirth: cells.dob === null ? undefined : iso,
      town: town?.replace('\u00a0', ' ').trim(),
    });
  }
  return { rows, expected };
}
