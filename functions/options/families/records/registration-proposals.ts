import type { RegistrationState } from '#shared/options/families/registration-calls.ts';
import {
  type RegistrationField,
  type RegistrationPart,
  registrationFields,
  registrationKeptDays,
} from '#shared/options/families/registration-fields.ts';
import { type FileKind, fileKinds } from '#shared/students/files/file-kinds.ts';
import type { Action } from '../../../platform/table/action.ts';
import type { ActOutcome } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import type { AuditFieldChange, Author, WriteAttempt } from '../../../platform/table/audit.ts';
import { entity } from '../../../platform/table/entity.ts';
import type { StudentItem } from '../../../students/records/store.ts';
import { storedFact } from '../../../students/records/student-facts.ts';

/**
 * What a family proposes for a student's record in a year, apart from the register (rule 58). One for a student and
 * year.
 */
export interface ProposalItem {
  studentId: string;
  /** Start year of the academic year. */
  year: number;
  state: Exclude<RegistrationState, 'none'>;
  /** Counts the writes. */
  version: number;
  /** The facts that were typed, as they would be stored; null is blank. */
  values: { [F in RegistrationField]?: string | null };
  /** Names of the files that are sent and not accepted, below `registrationFileKey`. */
  files?: { [K in FileKind]?: string } | undefined;
  /**
   * What the register had of each part when the family typed or sent it; absent in proposals of before this was kept.
   */
  basis?: { [P in RegistrationPart]?: string | null };
  /** UTC times. */
  changedAt: string;
  handedInAt?: string;
  decidedAt?: string | undefined;
  /** "First Last" of the person of the office who decided last. */
  decidedBy?: string | undefined;
  /** What the office took over. */
  accepted?: RegistrationPart[] | undefined;
  /** Why it was sent back, and what to look at again. */
  note?: string;
  asked?: RegistrationPart[];
  /** Epoch seconds, the TTL of the table. */
  expires: number;
}

export const ProposalEntity = entity<ProposalItem>()({
  name: 'registration-proposal',
  pk: 'registration#${studentId}',
  sk: '${year}',
  indexes: { ofYear: { index: 'gsi2', pk: 'registrations#${year}', sk: '${studentId}' } },
});

export const proposalKey = (studentId: string, year: number) => ProposalEntity.key({ studentId, year });

/** A student's proposals of all years. One query. */
export const listProposalsOfStudent = (studentId: string) => ProposalEntity.query({ studentId });

/** Every proposal of a year, eventually consistent, without the facts in it. One query. */
export const listProposalsOfYear = (year: number) =>
  ProposalEntity.queryBy('ofYear', { year }, { only: ['studentId', 'state', 'handedInAt', 'version'] });

/** What the family proposes for a field: what was typed last, or else the register's fact. */
export function proposedFact(
  proposal: ProposalItem | undefined,
  student: StudentItem,
  field: RegistrationField,
): string | null {
  const typed = proposal?.values[field];
  return typed === undefined ? storedFact(student, field) : typed;
}

/** Every field of the form, with the register's fact beside the proposed one. */
export const compareProposalWithRegister = (proposal: ProposalItem | undefined, student: StudentItem) =>
  registrationFields.map((field) => ({
    field,
    proposed: proposedFact(proposal, student, field),
    registered: storedFact(student, field),
    is_asked: proposal?.asked?.includes(field) ?? false,
    is_accepted: proposal?.accepted?.includes(field) ?? false,
  }));

/** A part that the family changes: the register's text, and the proposed one; of a file, its name. */
export interface ProposedChange {
  part: RegistrationPart;
  registered: string | null;
  proposed: string | null;
}

export const isFileKind = (part: RegistrationPart): part is FileKind => fileKinds.some((kind) => kind === part);

/** What the register has of a part. */
export const registeredPart = (student: StudentItem, part: RegistrationPart): string | null =>
  isFileKind(part) ? (student[part] ?? null) : storedFact(student, part);

/** The parts in which the family proposes something else than the register has. */
export function computeProposedChanges(proposal: ProposalItem, student: StudentItem): ProposedChange[] {
  const facts = registrationFields.flatMap((part) => {
    const proposed = proposal.values[part];
    return proposed === undefined ? [] : [{ part, registered: storedFact(student, part), proposed }];
  });
  const files = fileKinds.flatMap((part) => {
    const proposed = proposal.files?.[part];
    return proposed === undefined ? [] : [{ part, registered: student[part] ?? null, proposed }];
  });
  return [...facts.filter(({ registered, proposed }) => registered !== proposed), ...files];
}

/** Of those, the parts whose registered text is not what it was when the family typed: a person has to compare them. */
export const computeConflicts = (proposal: ProposalItem, changes: readonly ProposedChange[]): RegistrationPart[] =>
  changes.flatMap(({ part, registered }) => {
    const seen = proposal.basis?.[part];
    return seen === undefined || seen === registered ? [] : [part];
  });

/** A proposal's part of the student's trail, which the erasure of the student removes. */
export const proposalAuditSubject = (studentId: string, year: number): string =>
  `student#${studentId}#registration#${year}`;

interface ProposalChange {
  /** As read; undefined where there is none yet. */
  before: ProposalItem | undefined;
  after: Omit<ProposalItem, 'version' | 'changedAt' | 'expires'>;
  request: WriteAttempt;
}

/**
 * The proposal as it is stored next, and the action that stores it on the condition that nobody has changed it since it
 * was read.
 */
export function changeProposalAction({ before, after, request: { now } }: ProposalChange): {
  next: ProposalItem;
  action: Action;
} {
  const next: ProposalItem = {
    ...after,
    version: (before?.version ?? 0) + 1,
    changedAt: now.toISOString(),
    expires: Math.floor(now.getTime() / 1000) + registrationKeptDays * 86_400,
  };
  const action = before ? ProposalEntity.put(next, { version: before.version }) : ProposalEntity.create(next);
  return { next, action };
}

interface ProposalWrite extends ProposalChange {
  changes: readonly AuditFieldChange[];
  /** Further conditions of the transaction. */
  checks?: readonly Action[];
  caller: Author;
}

/** Changes a proposal alone, audited. `refused`: it has changed since it was read, or a check does not hold. */
export function writeProposal({ changes, checks = [], caller, ...change }: ProposalWrite): Promise<ActOutcome> {
  const { studentId, year } = change.after;
  const subject = proposalAuditSubject(studentId, year);
  return commit({
    by: { caller, request: change.request },
    changes: [changeProposalAction(change).action],
    guards: { window: checks },
    trail: { subject, changes },
  });
}
