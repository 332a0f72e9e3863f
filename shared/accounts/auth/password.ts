import { requestWordings } from '../../http/wordings.ts';
import type { SessionKind } from './session-limits.ts';

/** Characters that a new password has at least: those of administrators open more (ADR 0089). */
export const minPasswordLength: Record<SessionKind, number> = { staff: 10, admin: 12, student: 10 };
/** At most; a password manager makes no longer ones. */
const longestPassword = 128;
/**
 * Days in which a one-time password can be used. Those of students are on letters that come in the holidays; the
 * staff's open more, and are used within days.
 */
export const oneTimePasswordDays: Record<SessionKind, number> = { staff: 7, admin: 7, student: 90 };
/** Days after which the identity store itself refuses every one-time password: it has one setting for all accounts. */
export const longestOneTimePasswordDays = Math.max(...Object.values(oneTimePasswordDays));
/**
 * Guesses that a new password takes at least, as a power of ten: those that are tried first are the common and the
 * breached.
 */
export const minGuessesLog10 = 8;

/** The owner of the password. */
export interface PasswordOwner {
  area: SessionKind;
  userName: string;
  schoolName: string;
}

/** One part of the rule, in words that say what to do. */
export interface PasswordRequirement {
  says: string;
  isMet: boolean;
}

/** Demands that a good password meets anyway are shown only when broken. */
const unsaid: ReadonlySet<string> = new Set([
  requestWordings.characters(longestPassword),
  'No space at the beginning or end.',
]);

const [tooLong = '', spaced = ''] = [...unsaid];

/**
 * The rule for a new password of an owner, part by part: its length, no name that everybody knows, and nothing that is
 * guessed soon. No kind of character is asked for. A password from before the rule goes on working.
 * @param guesses that it takes, as a power of ten (`estimateGuesses`); left out where that is not known yet
 */
export function judgePassword(password: string, owner: PasswordOwner, guesses?: number): PasswordRequirement[] {
  const plain = compact(password);
  const shortest = minPasswordLength[owner.area];
  return [
    { says: `At least ${shortest} characters.`, isMet: [...password].length >= shortest },
    { says: tooLong, isMet: password.length <= longestPassword },
    // The identity service refuses it.
    { says: spaced, isMet: password.trim() === password },
    {
      says: 'Without your user name and the name of the school.',
      isMet: !namesForbiddenInPassword(owner).some((name) => plain.includes(name)),
    },
    {
      says: 'Not easy to guess: a few words that do not belong together, or what a password manager makes.',
      isMet: guesses === undefined ? true : guesses >= minGuessesLog10,
    },
  ];
}

/** Those parts that a password breaks; of an empty one all that are said in advance. */
export const unmetPasswordRequirements = (password: string, owner: PasswordOwner, guesses?: number): string[] =>
  judgePassword(password, owner, guesses)
    .filter(({ isMet }) => !isMet)
    .map(({ says }) => says);

/** The parts that are said before anything is typed. */
export const isShownInAdvance = ({ says }: PasswordRequirement): boolean => !unsaid.has(says);

/** Names that an attacker tries first for this owner. */
export const namesForbiddenInPassword = ({
  userName,
  schoolName,
}: Pick<PasswordOwner, 'userName' | 'schoolName'>): string[] =>
  [userName, schoolName, ...schoolName.split(/\s+/)]
    .map(compact)
    .filter((name) => name.length >= shortestName && !inManySchools.has(name));

/** A shorter name is found in other words by chance: "pta" in "captain". */
const shortestName = 4;

/** Words of schools' names that tell none apart. */
const inManySchools: ReadonlySet<string> = new Set([
  ...['school', 'schools', 'secondary', 'college', 'high', 'grammar', 'academy', 'comprehensive', 'government'],
  ...['girls', 'boys', 'convent', 'saint', 'junior', 'senior', 'national', 'public', 'technical', 'institute'],
]);

/** Small letters and digits alone: nobody's guess depends on a hyphen. */
const compact = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
