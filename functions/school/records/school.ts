import { readFileSync } from 'node:fs';
import { addressOfDomain } from '#shared/school/public-school.ts';
import { type SchoolFile, schoolFileSchema } from '#shared/school/school-file.ts';
import { noAddressOfSite, noSuchClass } from '#shared/school/wordings.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';

let loaded: SchoolFile | undefined;

/** The school's reference data, read once a process from the file that `SCHOOL_FILE` names (rule 30). */
export function school(): SchoolFile {
  loaded ??= schoolFileSchema().parse(JSON.parse(readFileSync(process.env.SCHOOL_FILE ?? '', 'utf8')));
  return loaded;
}

/**
 * `https://marks.example.edu` of a school with a domain of its own; null for one that is at CloudFront's address alone.
 */
export function addressOfOwnDomain(): string | null {
  const { domain } = school();
  return domain && addressOfDomain(domain);
}

/**
 * Where the school is: the domain of its file, or this machine's address once the gateway listens. Null for a school at
 * CloudFront's address alone: that name is lost with its distribution, and no request may say what the address is.
 */
export const addressOfSite = (): string | null => addressOfOwnDomain() ?? process.env.SITE_ADDRESS ?? null;

/** For what is printed or sent with a link. @throws ConflictError where the school has no address of its own */
export function requireAddressOfSite(): string {
  const address = addressOfSite();
  if (address === null) throw new ConflictError(noAddressOfSite);
  return address;
}

/** Form level of a class, or undefined where the school has no such class. */
export const formLevelOfClass = (classId: string): number | undefined =>
  school().formClasses.find((formClass) => formClass.id === classId)?.form_level;

/** Form level by class, in the school's order. */
export const formLevelsByClass = (): Map<string, number> =>
  new Map(school().formClasses.map(({ id, form_level }) => [id, form_level]));

/** The form levels that have classes, lowest first. */
export const formLevelsOfSchool = (): number[] => [...new Set(formLevelsByClass().values())].sort((a, b) => a - b);

/** The choices of every code list of the school file, as answers have them. */
export const choicesByCodeList = () =>
  Object.entries(school().codeLists).map(([list, choices]) => ({ list, choices: [...choices] }));

/** @throws where the school has no such class: a ValidationError on `field`, or without one a NotFoundError */
export function requireFormLevel(classId: string, field?: string): number {
  const formLevel = formLevelOfClass(classId);
  if (formLevel !== undefined) return formLevel;
  const text = noSuchClass(classId);
  throw field === undefined ? new NotFoundError(text) : new ValidationError({ [field]: [text] });
}

/** The day at the school, yyyy-MM-dd. */
export const schoolDay = (at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: school().timeZone }).format(at);

/** The hour and minute at the school, HH:mm. */
export const schoolTime = (at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: school().timeZone, timeStyle: 'short' }).format(at);
