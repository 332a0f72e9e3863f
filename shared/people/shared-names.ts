/** Letters that Unicode does not take apart into a plain one and an accent. */
const written: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};

/**
 * A text in small letters with those of other alphabets of names as people without them write them: "bjørn" is "bjorn",
 * "weiß" "weiss".
 */
export const writeOut = (text: string): string =>
  text.replaceAll(/[ßæœøłđðþħı]/g, (letter) => written[letter] ?? letter);

type Named = { lastName: string; firstName: string } | { last_name: string; first_name: string };

/** "Joseph, Andrea": a person's name as lists have it, of a record of the table or of an answer. */
export const lastFirst = (person: Named): string =>
  'lastName' in person ? `${person.lastName}, ${person.firstName}` : `${person.last_name}, ${person.first_name}`;

const { compare } = new Intl.Collator('en');

/**
 * The order of people in every list, as a register is written: small letters and accents count for nothing. Zero for
 * people of one name, whom a list puts in the order of their ids.
 */
export const compareNames = (one: Named, other: Named): number => compare(lastFirst(one), lastFirst(other));

/**
 * The names that several people of a list have. A list shows the id beside each of them, so that nobody is taken for
 * the other.
 */
export function findSharedNames(names: Iterable<string>): ReadonlySet<string> {
  const [seen, shared] = [new Map<string, string>(), new Set<string>()];
  for (const name of names) {
    const read = name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
    const first = seen.get(read);
    if (first === undefined) seen.set(read, name);
    else shared.add(first).add(name);
  }
  return shared;
}

/**
 * Names as a list shows them: with the id behind those that several have, "Joseph, Andrea (01563)". Who is in it twice
 * is one person.
 */
export function nameApart<T>(people: Iterable<T>, { name, id }: { name: (one: T) => string; id: (one: T) => string }) {
  const shared = findSharedNames(new Map([...people].map((one) => [id(one), name(one)])).values());
  return (one: T): string => (shared.has(name(one)) ? `${name(one)} (${id(one)})` : name(one));
}

/** The same for students of a list. */
export const studentNameApart = <T extends { name: string; student_id: string }>(students: Iterable<T>) =>
  nameApart(students, { name: ({ name }) => name, id: ({ student_id }) => student_id });

/**
 * A name in a list of some people of the school, such as those whom a job left alone: who is not in it may have the
 * same. "Joseph, Andrea (01563)".
 */
export const nameWithId = ({ name, student_id: id }: { name: string; student_id: string }): string => `${name} (${id})`;

/** The same of a teacher: "Joseph, Andrea (12)". */
export const nameWithNumber = (teacher: { lastName: string; firstName: string; teacherNum: number }): string =>
  `${lastFirst(teacher)} (${teacher.teacherNum})`;
