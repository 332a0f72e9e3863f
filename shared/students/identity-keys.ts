import { writeOut } from '../people/shared-names.ts';
/**
 * A fact by which two records may be one student. The number of a paper is unique; two people may share a name and a
 * birthday.
 */
export type SharedFact = 'sea_no' | 'birth_certificate_no' | 'name and birthday';

/** Shared facts as screens name them. */
export const sharedFactLabels: Readonly<Record<SharedFact | 'id' | 'near id' | 'near sea', string>> = {
  id: 'Student ID',
  'near id': 'Student ID without its zeros',
  'near sea': 'SEA Reg No. without its zeros',
  sea_no: 'SEA Reg No.',
  birth_certificate_no: 'Birth Cerficate Pin',
  'name and birthday': 'name and birthday',
};

/** The facts that identify a student, in their stored form. */
export interface StudentIdentity {
  seaNo?: string | undefined;
  birthCertificateNo?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  dateOfBirth?: string | undefined;
}

/** Keys to find duplicates by: two records with a key in common may be one student. A blank fact gives no key. */
export function identityKeys(one: StudentIdentity): [SharedFact, string][] {
  const [sea, pin, last, first] = [one.seaNo, one.birthCertificateNo, one.lastName, one.firstName].map(fold);
  const keys: [SharedFact, string][] = [];
  if (sea) keys.push(['sea_no', `sea ${sea}`]);
  if (pin) keys.push(['birth_certificate_no', `pin ${pin}`]);
  if (one.dateOfBirth && first && last) keys.push(['name and birthday', `${last} ${first} ${one.dateOfBirth}`]);
  return keys;
}

/** Without blanks, dashes, accents and case: "José-Luis" is "jose luis". */
const fold = (text = ''): string =>
  writeOut(
    text
      .normalize('NFKD')
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase(),
  );
