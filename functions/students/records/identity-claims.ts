import { withoutLeadingZeros } from '#shared/students/id-finder.ts';
import { identityKeys, type StudentIdentity } from '#shared/students/identity-keys.ts';
import { hashSecret } from '../../platform/identity/secrets.ts';
import type { Action } from '../../platform/table/action.ts';
import type { AuditFieldChange, WriteAttempt } from '../../platform/table/audit.ts';
import { entity } from '../../platform/table/entity.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import { readMany } from '../../platform/table/table.ts';
import type { DuplicateStudent, KnownStudent } from './duplicates.ts';
import { type StudentItem, studentKey } from './store.ts';

/**
 * A unique-value lock: the student who was given a certificate number, a name with a birthday, or an id without its
 * zeros last. Duplicates are searched in the register's index, which is eventually consistent; this catches two
 * concurrent requests. It expires after a day.
 */
interface IdentityClaimItem {
  /** Hash of the value. */
  paper: string;
  studentId: string;
  /** The act that wrote it. The student's id does not identify the act: it may be assigned again after an undo. */
  givenIn?: string | undefined;
  /** Epoch seconds, the TTL of the table. */
  expires: number;
}

const IdentityClaimEntity = entity<IdentityClaimItem>()({
  name: 'paper-given',
  pk: 'paper-given#${paper}',
  sk: 'last',
});

/** The certificate numbers among changes of a record. */
export function certificateNumbersIn(changes: readonly Pick<AuditFieldChange, 'field' | 'after'>[]): StudentIdentity {
  const after = (name: keyof StudentIdentity) => changes.find(({ field }) => field === name)?.after ?? undefined;
  return {
    seaNo: after('seaNo') as string | undefined,
    birthCertificateNo: after('birthCertificateNo') as string | undefined,
  };
}

/** The recent claims on the identity of one person. */
export interface ClaimsFound {
  /** Students who were given one of the values last and still have it. */
  duplicates: DuplicateStudent[];
  /** Students who were given an id that differs from `newId` in zeros alone. */
  nearIds: KnownStudent[];
  /**
   * Claims the values in the transaction that gives them to a student: cancels it where one was claimed since the read.
   */
  claimActions(studentId: string, request: WriteAttempt): Action[];
}

/** A person whose certificate numbers are searched; with `withName` name and birthday too. */
export interface ClaimSearch {
  facts: StudentIdentity;
  withName: boolean;
  /** The id of a new student, where the user chose it. */
  newId?: string | undefined;
}

/** Reads the recent claims on one person’s identity. One request, two where there is a claim. */
export async function readClaims(facts: StudentIdentity, looked: Omit<ClaimSearch, 'facts'>): Promise<ClaimsFound> {
  const [found] = await readClaimsOfMany([{ facts, ...looked }]);
  return found as ClaimsFound;
}

/**
 * Reads the recent claims on people’s identities, in their order. One request for each hundred values, and one for each
 * hundred holders.
 */
export async function readClaimsOfMany(people: readonly ClaimSearch[]): Promise<ClaimsFound[]> {
  const looked = people.map(({ facts, withName, newId }) => {
    const keys: [same: DuplicateStudent['same'] | 'near id', key: string][] = identityKeys(facts).filter(
      ([same]) => withName || same !== 'name and birthday',
    );
    if (newId !== undefined) keys.push(['near id', idKey(newId)]);
    return { newId, keys: keys.map(([same, key]) => ({ same, key, paper: hashSecret(key) })) };
  });
  const papers = [...new Set(looked.flatMap(({ keys }) => keys.map(({ paper }) => paper)))];
  const last = papers.length === 0 ? [] : await readMany(papers.map((paper) => IdentityClaimEntity.key({ paper })));
  const holders = await readMany([...new Set(last.map(({ studentId }) => studentId))].map(studentKey));
  const given = new Map(last.map((one) => [one.paper, one]));
  return looked.map(({ newId, keys }) => {
    const holdersOf = (key: string, paper: string) =>
      holders.filter((one) => one.studentId === given.get(paper)?.studentId && keysOf(one).includes(key));
    return {
      duplicates: keys.flatMap(({ same, key, paper }) =>
        same === 'near id' ? [] : holdersOf(key, paper).map((student) => ({ student, same })),
      ),
      nearIds: keys.flatMap(({ same, key, paper }) =>
        same === 'near id' ? holdersOf(key, paper).filter(({ studentId }) => studentId !== newId) : [],
      ),
      claimActions: (studentId, { now, idempotencyKey: givenIn }) =>
        keys.map(({ paper }) =>
          IdentityClaimEntity.put(
            { paper, studentId, givenIn, expires: Math.ceil(now.getTime() / 1000) + 86_400 },
            whereUnchanged(given.get(paper), ['studentId', 'givenIn']),
          ),
        ),
    };
  });
}

const idKey = (id: string): string => `id ${withoutLeadingZeros(id)}`;

const keysOf = (student: StudentItem): string[] => [
  ...identityKeys(student).map(([, key]) => key),
  idKey(student.studentId),
];
