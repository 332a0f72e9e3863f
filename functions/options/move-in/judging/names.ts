import { asWritten, foldName, type NamedKind } from '#shared/options/move-in/kinds.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';

/** The answer that makes a subject of a name. */
export const addAsNew = '+';

/** What a name means; an empty id is the name as it is written. */
export type Resolved = { id: string } | { reason: string };

/** A name that is asked about. */
export interface AskedName {
  of: NamedKind;
  written: string;
  key: string;
  rows: number;
  means: string | null;
}

const labels: Readonly<Record<NamedKind, string>> = {
  class: 'Class',
  subject: 'Subject',
  teacher: 'Teacher',
  'past subject': 'Subject',
  grade: 'Mark',
  'part of a mark': 'Results',
};

/** What need not be of the school. */
const mayStay = (of: NamedKind): boolean => of === 'past subject' || of === 'grade';

/**
 * Finds what the names of a file mean: as somebody said of this file, as the school writes them, or as was said of an
 * earlier one. Names that are none of these are asked about, each once.
 */
export function createNameResolver({
  said,
  remembered,
  find,
  isKnown,
}: {
  said: SaidOfFile['names'];
  remembered: Readonly<Record<NamedKind, Readonly<Record<string, string>>>>;
  find: Readonly<Record<NamedKind, (text: string) => string | 'several' | undefined>>;
  isKnown: (of: NamedKind, id: string) => boolean;
}) {
  const asked = new Map<string, AskedName>();
  // A file writes few names in many rows.
  const keys = new Map<string, string>();
  const keyOf = (written: string): string => {
    const known = keys.get(written);
    if (known !== undefined) return known;
    const key = foldName(written);
    keys.set(written, key);
    return key;
  };
  const ask = (of: NamedKind, written: string, means: string | null): void => {
    const key = keyOf(written);
    const one = asked.get(`${of} ${key}`);
    if (one) one.rows += 1;
    else asked.set(`${of} ${key}`, { of, written, key, rows: 1, means });
  };
  return {
    asked,
    resolve: (of: NamedKind, written: string): Resolved => {
      const key = keyOf(written);
      const answer = said?.[of]?.[key];
      if (answer !== undefined) {
        ask(of, written, answer);
        if (answer === '') return { reason: wordings.leftOut(labels[of], written) };
        if (answer === asWritten && mayStay(of)) return { id: '' };
        const meant = answer === addAsNew ? find[of](written) : answer;
        return meant !== undefined && isKnown(of, meant)
          ? { id: meant }
          : { reason: wordings.unknown(labels[of], written) };
      }
      const found = find[of](written);
      if (found !== undefined && found !== 'several') return { id: found };
      const earlier = remembered[of][key];
      if (earlier === asWritten && mayStay(of)) {
        ask(of, written, earlier);
        return { id: '' };
      }
      if (earlier !== undefined && isKnown(of, earlier)) {
        ask(of, written, earlier);
        return { id: earlier };
      }
      ask(of, written, null);
      return {
        reason: found === 'several' ? wordings.severalTeachers(written) : wordings.unknown(labels[of], written),
      };
    },
    /** Whether it has a meaning already. Asks nobody. */
    knows: (of: NamedKind, written: string): boolean => {
      const key = foldName(written);
      const answer = said?.[of]?.[key] ?? remembered[of][key];
      return answer !== undefined || find[of](written) !== undefined;
    },
  };
}
export type NameResolver = ReturnType<typeof createNameResolver>;

/** Makes the search for what any of several names means: undefined for none, `several` where they disagree. */
export function createNameFinder(named: Iterable<readonly [name: string, id: string]>) {
  const ids = new Map<string, Set<string>>();
  for (const [name, id] of named) {
    const key = foldName(name);
    if (key !== '') ids.set(key, (ids.get(key) ?? new Set()).add(id));
  }
  const find = (text: string): string | 'several' | undefined => {
    const found = ids.get(foldName(text));
    return found === undefined ? undefined : found.size === 1 ? [...found][0] : 'several';
  };
  // A file writes few names in many rows.
  const before = new Map<string, ReturnType<typeof find>>();
  return (text: string) => {
    if (before.has(text)) return before.get(text);
    const found = find(text);
    before.set(text, found);
    return found;
  };
}

interface NamedPerson {
  id: string;
  firstName: string;
  lastName: string;
  number: number;
}

/** "Bell, Anna", "Anna Bell", "A. Bell", "Bell A", "12" and, where one alone has it, "Bell". */
export function createTeacherFinder(teachers: readonly NamedPerson[], withoutTitle: (text: string) => string) {
  const whole = createNameFinder(
    teachers.flatMap(({ id, firstName, lastName, number }) => [
      [`${firstName} ${lastName}`, id] as const,
      [`${lastName} ${firstName}`, id] as const,
      [String(number), id] as const,
    ]),
  );
  const short = createNameFinder(
    teachers.flatMap(({ id, firstName, lastName }) => [
      [`${firstName.slice(0, 1)} ${lastName}`, id] as const,
      [`${lastName} ${firstName.slice(0, 1)}`, id] as const,
      ...(firstName.includes(' ') ? [[`${firstName.split(' ')[0]} ${lastName}`, id] as const] : []),
    ]),
  );
  const last = createNameFinder(teachers.map(({ id, lastName }) => [lastName, id] as const));
  return (text: string) => {
    const bare = text.split(',').map(withoutTitle).join(' ');
    return whole(bare) ?? short(bare) ?? last(bare);
  };
}
